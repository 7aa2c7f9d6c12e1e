import type { OrderState } from '#db/schema/index.ts'

/** From where an order may go where. Every move is a conditional update, so of two racers one wins. */
export const NEXT_STATES: Record<OrderState, readonly OrderState[]> = {
  cart: ['addressed', 'expired'],
  addressed: ['payment_pending', 'paid', 'expired'],
  payment_pending: ['addressed', 'paid'],
  paid: ['in_wave', 'canceled', 'refunded', 'review'],
  in_wave: ['paid', 'shipped', 'review'],
  shipped: ['delivered', 'review'],
  delivered: ['refunded', 'review'],
  review: ['paid', 'canceled', 'refunded'],
  expired: [],
  canceled: ['refunded'],
  refunded: [],
}

/** The same three as `isOpenOrder` says in SQL (db/schema/orders.ts). */
const OPEN: readonly OrderState[] = ['cart', 'addressed', 'payment_pending']

/** Not placed yet: what the shopper may still fill, change or leave. */
export const isOpen = (state: OrderState) => OPEN.includes(state)

/** Paid once, whatever became of it afterwards. */
export const isPlaced = (state: OrderState) => !isOpen(state) && state !== 'expired'
