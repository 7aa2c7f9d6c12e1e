export type Shared<Item> = Item & { cents: number }

/**
 * Divides a bundle's price over its items, in proportion to what they cost one by one. The shares are whole cents and
 * add up to the price: what rounding leaves goes to the items that lost most by it.
 */
export function shareOut<Item extends { quantity: number; priceCents: number }>(
  bundleCents: number,
  items: Item[],
): Shared<Item>[] {
  const wholeCents = items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
  const parts = items.map((item, index) => {
    const exact = bundleCents * item.quantity * item.priceCents
    return { item, index, cents: Math.floor(exact / wholeCents), lost: exact % wholeCents }
  })
  const left = bundleCents - parts.reduce((sum, { cents }) => sum + cents, 0)
  const raised = new Set(
    [...parts]
      .sort((one, other) => other.lost - one.lost || one.index - other.index)
      .slice(0, left)
      .map(({ index }) => index),
  )
  return parts.map(({ item, index, cents }) => ({ ...item, cents: cents + (raised.has(index) ? 1 : 0) }))
}

/** What `units` of `quantity` units are worth that cost `cents` together. Taken bit by bit, they add up to `cents`. */
export const centsOfUnits = (cents: number, quantity: number, units: number): number =>
  cents - Math.floor((cents * (quantity - units)) / quantity)
