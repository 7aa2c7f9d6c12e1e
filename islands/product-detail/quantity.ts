/** A number between its least and its most, as it stands in the selector of one weight (CRT-2, CRT-3). */
export type Quantity = {
  /** What stands in the field, sense or not. */
  typed: string
  /** The last amount that made sense: what an amount out of range goes back to. */
  settled: number
  /** How many the box holds, as the shopper has it: once it is some, the selector says that number and changes it. */
  inBox: number
}

export type Range = { min: number; max: number }

export type QuantityEvent =
  | { type: 'typed'; text: string }
  | { type: 'stepped'; by: 1 | -1 }
  /** Done typing: the field was left, or sent. */
  | { type: 'left' }
  /** The box holds so many: because of us, of another tab, or because a change was refused. */
  | { type: 'in_box'; amount: number }

export const least = ({ min }: Range): Quantity => settle({ typed: '', settled: min, inBox: 0 }, min)

export function reduceQuantity(range: Range, quantity: Quantity, event: QuantityEvent): Quantity {
  switch (event.type) {
    case 'typed':
      return { ...quantity, typed: event.text }
    case 'stepped':
      return settle(quantity, step(range, quantity, event.by))
    case 'left':
      return settle(quantity, sense(range, quantity))
    case 'in_box':
      return event.amount === quantity.inBox ? quantity : turn(range, quantity, event.amount)
  }
}

/** What is asked of the box; null while it holds none, or just that. */
export const requestedQuantity = ({ settled, inBox }: Quantity): number | null =>
  inBox > 0 && settled !== inBox ? settled : null

/** Fewer than the least is none, of what is in the box. */
function step({ min, max }: Range, { typed, settled, inBox }: Quantity, by: 1 | -1): number {
  const next = (numberIn(typed) ?? settled) + by
  if (next < min) return inBox > 0 ? 0 : min
  return Math.min(max, next)
}

/** Nothing typed means the least; what cannot be had means what stood there before. */
function sense(range: Range, { typed, settled, inBox }: Quantity): number {
  if (typed.trim() === '') return range.min
  const number = numberIn(typed)
  if (number === 0 && inBox > 0) return 0
  if (number === clamp(range, number ?? Number.NaN)) return number
  return inBox > 0 ? settled : clamp(range, settled) // others may have taken some of it
}

/** What somebody is typing just now stays in the field. */
function turn(range: Range, quantity: Quantity, inBox: number): Quantity {
  const amount = inBox > 0 ? inBox : range.min
  const isTyping = quantity.typed !== String(quantity.settled)
  const turned = settle({ ...quantity, inBox }, amount)
  return isTyping ? { ...turned, typed: quantity.typed } : turned
}

const settle = (quantity: Quantity, amount: number): Quantity => ({
  ...quantity,
  typed: String(amount),
  settled: amount,
})

const numberIn = (text: string): number | null => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null)

const clamp = ({ min, max }: Range, amount: number) => Math.max(min, Math.min(max, amount))
