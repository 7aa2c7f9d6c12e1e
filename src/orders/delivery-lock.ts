import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Why the delivery of a placed order can no longer be changed; null while it can. */
export function lockedSentence({ state, lockAt }: Order, now: Instant): string | null {
  if (state === 'paid') return lockAt !== null && now < lockAt ? null : PAST_CUT_OFF
  return SENTENCES[state] ?? OVER
}

const PAST_CUT_OFF =
  'The cut-off of this box has passed, so its delivery can no longer be changed here. Please write to us.'
const OVER = 'This order is no longer open, so its delivery cannot be changed.'

const SENTENCES: Partial<Record<Order['state'], string>> = {
  in_wave: 'Your box is being packed, so its delivery can no longer be changed here. Please write to us.',
  shipped: 'Your box is on its way, so its delivery can no longer be changed here. Please write to us.',
  delivered: 'Your box has been delivered.',
  canceled: 'This order was canceled, so there is no delivery to change.',
  refunded: 'This order was refunded, so there is no delivery to change.',
  review: 'We are looking at this order. Please write to us to change its delivery.',
}
