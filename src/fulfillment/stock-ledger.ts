import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lots, orders, stockMovements, users } from '#db/schema/index.ts'
import type { InventoryItem } from './inventory.ts'

const MOVEMENTS_PER_PAGE = 50

const { id, offerId, fcId, delta } = stockMovements

const selectMovements = (db: Db) =>
  db
    .select({
      id,
      at: stockMovements.at,
      delta,
      reason: stockMovements.reason,
      note: stockMovements.note,
      scaleGrams: stockMovements.scaleGrams,
      order: orders.identifier,
      lot: lots.code,
      by: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(stockMovements)
    .leftJoin(orders, eq(orders.id, stockMovements.orderId))
    .leftJoin(lots, eq(lots.id, stockMovements.lotId))
    .leftJoin(users, eq(users.id, stockMovements.userId))

export type Movement = ReturnType<typeof selectMovements>['_']['result'][number] & {
  /** Units on hand after it. */
  left: number
}

export type StockLedger = ReturnType<typeof stockLedger>

/** What moved an offer's units in a center, the latest first. */
export function stockLedger(db: Db, center: { id: number }, item: InventoryItem, page: number) {
  const isOfItem = and(eq(offerId, item.offerId), eq(fcId, center.id))
  const counted = db.select({ total: sql<number>`count(*)` }).from(stockMovements).where(isOfItem).get()
  const total = counted?.total ?? 0
  const rows = selectMovements(db)
    .where(isOfItem)
    .orderBy(desc(id))
    .limit(MOVEMENTS_PER_PAGE)
    .offset((page - 1) * MOVEMENTS_PER_PAGE)
    .all()
  const newest = rows[0]?.id ?? 0
  const later = db
    .select({ units: sql<number>`coalesce(sum(${delta}), 0)` })
    .from(stockMovements)
    .where(and(isOfItem, gt(id, newest)))
    .get()
  const movements = withUnitsLeft(rows, item.onHand - (later?.units ?? 0))
  return { movements, total, page, pages: Math.max(1, Math.ceil(total / MOVEMENTS_PER_PAGE)) }
}

/** @param onHand after the first, which is the latest */
function withUnitsLeft(rows: Omit<Movement, 'left'>[], onHand: number): Movement[] {
  let left = onHand
  return rows.map((row) => {
    const movement = { ...row, left }
    left -= row.delta
    return movement
  })
}
