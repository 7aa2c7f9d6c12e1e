import type { BoxLine, PaidChange } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { changedLines } from '#src/orders/edit/box-lines.ts'

/** 'Add 2 × Ribeye, 14 oz' */
export function lineWords({ name, label, from, to }: BoxLine): string {
  if (from === 0) return `Add ${to} × ${name}, ${label}`
  return to === 0 ? `Remove ${name}, ${label}` : `${name}, ${label}: ${to} instead of ${from}`
}

/** What the payment makes, one by one. */
export function unpaidWords(change: PaidChange): string[] {
  if (change.kind === 'moved') return [`Move it to ${formatDay(change.move.to, 'long')}`]
  const lines = changedLines(change.box.lines).map(lineWords)
  return change.wish.gift === 'unchanged' ? lines : [...lines, giftWords(change.wish.gift)]
}

export const giftWords = (gift: object | null): string => (gift ? 'New gift details' : 'No longer a gift')
