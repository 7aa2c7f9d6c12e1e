import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { corporateGifts, giftBoxes, type Order, orders } from '#db/schema/index.ts'
import { itemsOf } from './items.ts'
import { shownLines } from './shown-lines.ts'

/** The placed boxes of a corporate gift that this order paid for. */
export const boxesPaidBy = (db: Db, payerId: number): Order[] =>
  db
    .select({ order: orders })
    .from(corporateGifts)
    .innerJoin(giftBoxes, eq(giftBoxes.giftId, corporateGifts.id))
    .innerJoin(orders, eq(orders.id, giftBoxes.orderId))
    .where(and(eq(corporateGifts.payerId, payerId), isNotNull(orders.placedAt)))
    .all()
    .map(({ order }) => order)

/** What is in each box that this order pays for: '2 × Ribeye, 12 oz'. Empty for any other order. */
export function heldByEachBox(db: Db, payerId: number): string[] {
  const gift = db.select().from(corporateGifts).where(eq(corporateGifts.payerId, payerId)).get()
  const patternId = gift?.patternId ?? null
  if (patternId === null) return []
  return shownLines(db, patternId, itemsOf(db, patternId)).map(
    ({ quantity, name, label }) => `${quantity} × ${name}, ${label}`,
  )
}
