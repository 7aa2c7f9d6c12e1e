/** The most different items a cart can hold: a list is bounded (GND-10). */
export const MAX_CART_LINES = 100

export type QuantityRefusal = 'below_minimum' | 'above_maximum' | 'sold_out' | 'not_enough'

/** How few and how many of one offer, where it says nothing else (CRT-2). */
export const USUAL_BOUNDS = { min: 1, max: 100 }

/** What a page knows of its visitor's box; its scripts tell each other as `cart:changed`. */
export type PageCart = {
  /** How many of each offer, by its token, as the shopper has it: what is under way counts as done. */
  quantities: Record<string, number>
  /** Tokens of offers whose quantity is under way. */
  underWay: string[]
}

type Bounds = { minQuantity: number; maxQuantity: number }

/** Why this many of an offer cannot be in a cart, or null (CRT-2). `available` is what could be had now. */
export function quantityRefusal(bounds: Bounds, quantity: number, available: number): QuantityRefusal | null {
  if (quantity < bounds.minQuantity) return 'below_minimum'
  if (available === 0) return 'sold_out'
  if (quantity > Math.min(bounds.maxQuantity, available))
    return available < bounds.maxQuantity ? 'not_enough' : 'above_maximum'
  return null
}

/** The refusal in words. `limit` is the most that could be had, `minimum` the least that is sold. */
export function quantitySentence(
  reason: QuantityRefusal | 'cart_full' | 'being_paid',
  limit: number,
  minimum: number,
): string {
  switch (reason) {
    case 'below_minimum':
      return `The smallest amount is ${minimum}.`
    case 'above_maximum':
      return `The largest amount is ${limit}.`
    case 'sold_out':
      return 'Sorry, this is sold out.'
    case 'not_enough':
      return `Only ${limit} left, so we left your box as it was.`
    case 'being_paid':
      return 'Your payment for this box is being confirmed. Please wait a moment before you change it.'
    case 'cart_full':
      return `A box holds up to ${MAX_CART_LINES} different items.`
  }
}
