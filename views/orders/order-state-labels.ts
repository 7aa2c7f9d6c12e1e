import type { OrderState } from '#db/schema/index.ts'

export const STATE_WORDS: Record<OrderState, string> = {
  cart: 'In your box',
  addressed: 'In your box',
  payment_pending: 'Payment in progress',
  paid: 'Confirmed',
  in_wave: 'Packing now',
  shipped: 'On its way',
  delivered: 'Delivered',
  expired: 'Expired',
  canceled: 'Canceled',
  refunded: 'Refunded',
  review: 'Under review',
}
