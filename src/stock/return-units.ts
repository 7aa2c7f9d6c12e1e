import { and, eq, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { releaseLots } from './lot-packing.ts'
import { withdrawEnded } from './lot-withdrawal.ts'
import { putOnShelf, type UnitRequest, writeMovements } from './stock.ts'

/** Puts back whatever the order still has of a center's units, and their lots; doing it again changes nothing. */
export function returnUnits(tx: DurableTx, order: { id: number; fcId: number }, now: Instant) {
  releaseLots(tx, [order.id])
  const { offerId, delta } = stockMovements
  const taken = tx
    .select({ offerId, quantity: sql<number>`-sum(${delta})` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, order.id), eq(stockMovements.fcId, order.fcId)))
    .groupBy(offerId)
    .having(sql`sum(${delta}) < 0`)
    .all()
  returnLines(tx, order, taken, now)
}

/** Puts back some of an order's units, which are in no lot yet: it is not in a wave. */
export function returnLines(
  tx: DurableTx,
  order: { id: number; fcId: number },
  lines: UnitRequest[],
  now: Instant,
) {
  putOnShelf(tx, order.fcId, lines)
  const movements = lines.map((line) => ({ ...line, delta: line.quantity }))
  writeMovements(tx, order, movements, 'returned', now)
  const offerIds = lines.map((line) => line.offerId)
  withdrawEnded(tx, order.fcId, offerIds, now)
}
