/** A number between its least and its most, as it stands in the selector of one weight (CRT-2, CRT-3). */
export type Quantity = {
  /** What stands in the field, sense or not. */
  typed: string
  /** The last amount that made sense: what an amount out of range goes back to. */
  settled: number
  /** The last amount the box took: what a refused one goes back to. */
  accepted: number
}

export type Range = { min: number; max: number }

export type QuantityEvent =
  | { type: 'typed'; text: string }
  | { type: 'stepped'; by: 1 | -1 }
  /** Done typing: the field was left, or sent. */
  | { type: 'left' }
  | { type: 'accepted' }
  | { type: 'refused' }

export const least = ({ min }: Range): Quantity => settle({ typed: '', settled: min, accepted: min }, min)

export function reduceQuantity(range: Range, quantity: Quantity, event: QuantityEvent): Quantity {
  switch (event.type) {
    case 'typed':
      return { ...quantity, typed: event.text }
    case 'stepped':
      return settle(quantity, clamp(range, (numberIn(quantity.typed) ?? quantity.settled) + event.by))
    case 'left':
      return settle(quantity, sense(range, quantity))
    case 'accepted':
      return { ...quantity, accepted: quantity.settled }
    case 'refused':
      return settle(quantity, quantity.accepted)
  }
}

/** Nothing typed means the least; what cannot be had means what stood there before. */
function sense(range: Range, { typed, settled }: Quantity): number {
  if (typed.trim() === '') return range.min
  const number = numberIn(typed)
  return number === clamp(range, number ?? Number.NaN) ? number : settled
}

const settle = (quantity: Quantity, amount: number): Quantity => ({
  ...quantity,
  typed: String(amount),
  settled: amount,
})

const numberIn = (text: string): number | null => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null)

const clamp = ({ min, max }: Range, amount: number) => Math.max(min, Math.min(max, amount))
