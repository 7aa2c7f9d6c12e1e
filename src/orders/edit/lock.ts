import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { isBeingCharged } from '../open-order.ts'
import { BEING_PAID_SENTENCE } from '../rules.ts'

/** Why the items of a placed order can't change anymore; null while they can. */
export function editLock(order: Order, now: Instant): string | null {
  const { state, lockAt } = order
  if (state !== 'paid') return SENTENCES[state] ?? CLOSED
  if (lockAt === null || now >= lockAt) return PAST_CUT_OFF
  return isBeingCharged(order, now) ? BEING_PAID_SENTENCE : null
}

const PAST_CUT_OFF =
  "The cut-off for this box has passed, so its items can't be changed anymore. Please email us."
const CLOSED = "This order is no longer open, so its items can't be changed."

const SENTENCES: Partial<Record<Order['state'], string>> = {
  in_wave: "We're packing your box, so its items can't be changed anymore. Please email us.",
  shipped: "Your box is on its way, so its items can't be changed anymore.",
  delivered: 'Your box has been delivered.',
  canceled: "This order was canceled, so there's nothing to change.",
  refunded: "This order was refunded, so there's nothing to change.",
  review: "We're reviewing this order. Please email us to change it.",
}
