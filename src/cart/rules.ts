import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
/** Every list is bounded (GND-10). */
export const MAX_CART_LINES = 100

export type QuantityRefusal = 'below_minimum' | 'above_maximum' | 'sold_out' | 'not_enough'

/** The quantity bounds of an offer that sets none (CRT-2). */
export const USUAL_BOUNDS = { min: 1, max: 100 }

/** The cart as a page knows it, shared between scripts in `cart:changed` events. */
export type PageCart = {
  /** By offer token. A pending change counts as done. */
  quantities: Record<string, number>
  pending: string[]
}

type Bounds = { minQuantity: number; maxQuantity: number }

export function quantityRefusal(bounds: Bounds, quantity: number, available: number): QuantityRefusal | null {
  if (quantity < bounds.minQuantity) return 'below_minimum'
  if (available === 0) return 'sold_out'
  if (quantity > Math.min(bounds.maxQuantity, available))
    return available < bounds.maxQuantity ? 'not_enough' : 'above_maximum'
  return null
}

/** `limit` is the most a shopper can get now, `minimum` the least we sell. */
export function quantitySentence(
  reason: QuantityRefusal | 'cart_full' | 'being_paid',
  limit: number,
  minimum: number,
): string {
  switch (reason) {
    case 'below_minimum':
      return `The minimum is ${minimum}.`
    case 'above_maximum':
      return `The maximum is ${limit}.`
    case 'sold_out':
      return 'Sorry, this is sold out.'
    case 'not_enough':
      return `Only ${limit} left, so we didn't change your box.`
    case 'being_paid':
      return BEING_PAID_SENTENCE
    case 'cart_full':
      return `A box can hold up to ${MAX_CART_LINES} different items.`
  }
}
