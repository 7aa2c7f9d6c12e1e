import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { acceptedCents, type OrderItem } from '../orders/items.ts'
import { paidCents, taxOfPlaced } from '../pricing/placed-price.ts'
import { reducedTotals } from '../pricing/reduced-totals.ts'

/** What a new box with these lines is worth: they may have cost nothing the first time. */
export const goodsCents = (lines: OrderItem[]): number =>
  lines.reduce((cents, { priceCents, quantity }) => cents + priceCents * quantity, 0)

/** What was paid for these lines, with their share of discounts and tax. */
export function worthCents(db: Db, order: Order, lines: OrderItem[]): number {
  const itemsCents = order.itemsCents ?? 0
  const linesCents = lines.reduce((cents, line) => cents + acceptedCents(line), 0)
  const paid = {
    itemsCents,
    promotionsCents: order.promotionsCents ?? 0,
    rewardsCents: order.rewardsCents ?? 0,
    shippingCents: order.shippingCents ?? 0,
    taxCents: order.taxCents ?? 0,
  }
  const { taxesShipping } = taxOfPlaced(db, order)
  const { dueCents } = reducedTotals(paid, Math.max(0, itemsCents - linesCents), taxesShipping)
  return Math.max(0, paidCents(order) - dueCents)
}
