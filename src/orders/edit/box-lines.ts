import type { BoxLine } from '#db/schema/index.ts'

export const changedLines = <Line extends BoxLine>(lines: Line[]): Line[] =>
  lines.filter(({ from, to }) => from !== to)

/** The units that the box takes on top, and those that it gives back. */
export function unitsOf(lines: BoxLine[]) {
  const changes = lines.map(({ offerId, from, to }) => ({ offerId, quantity: to - from }))
  return {
    more: changes.filter(({ quantity }) => quantity > 0),
    fewer: changes
      .filter(({ quantity }) => quantity < 0)
      .map((line) => ({ ...line, quantity: -line.quantity })),
  }
}
