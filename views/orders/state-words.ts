import type { OrderState } from '#db/schema/index.ts'

/** What has become of an order, as its owner would say it. */
export const STATE_WORDS: Record<OrderState, string> = {
  cart: 'In your box',
  addressed: 'In your box',
  payment_pending: 'Being paid',
  paid: 'Booked and paid',
  in_wave: 'Being packed',
  shipped: 'On its way',
  delivered: 'Delivered',
  expired: 'Given up',
  canceled: 'Cancelled',
  refunded: 'Refunded',
  review: 'Being looked after by us',
}

/** Orders that are over and never came. */
export const isCanceledState = (state: OrderState) => state === 'canceled' || state === 'refunded'
