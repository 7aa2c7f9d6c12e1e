import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isBeingCharged } from './open-order.ts'
import { BEING_PAID_SENTENCE } from './rules.ts'

export function lockedSentence(order: Order, now: Instant): string | null {
  const { state, lockAt } = order
  if (state === 'paid' && isBeingCharged(order, now)) return BEING_PAID_SENTENCE
  if (state === 'paid') return lockAt !== null && now < lockAt ? null : PAST_CUT_OFF
  return SENTENCES[state] ?? CLOSED
}

const PAST_CUT_OFF =
  "The cut-off for this box has passed, so its delivery can't be changed here anymore. Please email us."
const CLOSED = "This order is no longer open, so its delivery can't be changed."

const SENTENCES: Partial<Record<Order['state'], string>> = {
  in_wave: "We're packing your box, so its delivery can't be changed here anymore. Please email us.",
  shipped: "Your box is on its way, so its delivery can't be changed here anymore. Please email us.",
  delivered: 'Your box has been delivered.',
  canceled: "This order was canceled, so there's no delivery to change.",
  refunded: "This order was refunded, so there's no delivery to change.",
  review: "We're reviewing this order. Please email us to change its delivery.",
}
