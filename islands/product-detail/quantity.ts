/** The state of a quantity selector (CRT-2, CRT-3). */
export type Quantity = {
  typed: string
  /** The last valid amount, which an invalid one reverts to. */
  settled: number
  /** Units in the box. Above 0, the selector shows and changes this number. */
  inBox: number
}

export type Range = { min: number; max: number }

export type QuantityEvent =
  | { type: 'typed'; text: string }
  | { type: 'stepped'; by: 1 | -1 }
  /** Done typing: the field lost focus or was submitted. */
  | { type: 'committed' }
  /** The box's amount, after a change here or in another tab, or after a refused one. */
  | { type: 'in_box'; amount: number }

export const initialQuantity = ({ min }: Range): Quantity =>
  settle({ typed: '', settled: min, inBox: 0 }, min)

export function reduceQuantity(range: Range, quantity: Quantity, event: QuantityEvent): Quantity {
  switch (event.type) {
    case 'typed':
      return { ...quantity, typed: event.text }
    case 'stepped':
      return settle(quantity, step(range, quantity, event.by))
    case 'committed':
      return settle(quantity, validAmount(range, quantity))
    case 'in_box':
      return event.amount === quantity.inBox ? quantity : showBox(range, quantity, event.amount)
  }
}

/** The amount to send to the server; null if nothing is in the box or it already holds that amount. */
export const requestedQuantity = ({ settled, inBox }: Quantity): number | null =>
  inBox > 0 && settled !== inBox ? settled : null

/** Below the minimum, an amount in the box goes to 0. */
function step({ min, max }: Range, { typed, settled, inBox }: Quantity, by: 1 | -1): number {
  const next = (numberIn(typed) ?? settled) + by
  if (next < min) return inBox > 0 ? 0 : min
  return Math.min(max, next)
}

/** An empty field means the minimum; an invalid amount reverts to the last valid one (CRT-2). */
function validAmount(range: Range, { typed, settled, inBox }: Quantity): number {
  if (typed.trim() === '') return range.min
  const number = numberIn(typed)
  if (number === 0 && inBox > 0) return 0
  if (number === clamp(range, number ?? Number.NaN)) return number
  return inBox > 0 ? settled : clamp(range, settled) // others may have bought some since
}

/** Shows the box's amount, but leaves text that is being typed. */
function showBox(range: Range, quantity: Quantity, inBox: number): Quantity {
  const amount = inBox > 0 ? inBox : range.min
  const isTyping = quantity.typed !== String(quantity.settled)
  const settled = settle({ ...quantity, inBox }, amount)
  return isTyping ? { ...settled, typed: quantity.typed } : settled
}

const settle = (quantity: Quantity, amount: number): Quantity => ({
  ...quantity,
  typed: String(amount),
  settled: amount,
})

const numberIn = (text: string): number | null => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null)

const clamp = ({ min, max }: Range, amount: number) => Math.max(min, Math.min(max, amount))
