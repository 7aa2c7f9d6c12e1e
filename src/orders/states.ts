import type { OrderState } from '#db/schema/index.ts'

/** The states that an order may move to. Each move is a conditional update, so one of two racers wins. */
export const NEXT_STATES: Record<OrderState, readonly OrderState[]> = {
  cart: ['addressed', 'payment_pending', 'paid', 'expired'], // gift cards alone need no address
  addressed: ['cart', 'payment_pending', 'paid', 'expired'], // 'cart' when staff clear a draft's address
  payment_pending: ['addressed', 'paid'],
  paid: ['in_wave', 'canceled', 'refunded', 'review'],
  in_wave: ['paid', 'shipped', 'review'],
  shipped: ['delivered', 'refunded', 'review'],
  delivered: ['refunded', 'review'],
  review: ['paid', 'canceled', 'refunded'],
  expired: [],
  canceled: ['refunded'],
  refunded: [],
}

/** Keep in step with `isOpenOrder` in SQL (db/schema/orders.ts). */
const OPEN: readonly OrderState[] = ['cart', 'addressed', 'payment_pending']

export const isOpen = (state: OrderState) => OPEN.includes(state)

/** Nothing will be delivered anymore, or it was paid back. */
export const isCanceled = (state: OrderState) => state === 'canceled' || state === 'refunded'

/** Paid at some point, even if it was canceled or refunded later. */
export const isPlaced = (state: OrderState) => !isOpen(state) && state !== 'expired'

/** A placed order of gift cards alone: it sends no box, so it has no day, no center and nothing to track. */
export const isCardsOnly = ({ placedAt, shipOn }: { placedAt: number | null; shipOn: string | null }) =>
  placedAt !== null && shipOn === null
