import { and, eq, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { stock, stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { availableUnits } from './stock.ts'

export type Adjustment = {
  offerId: number
  fcId: number
  /** Units; negative takes some away. */
  change: number
  note: string
  userId: number
  scaleGrams: number | null
}

export type AdjustResult = { ok: true } | { ok: false; available: number }

/** Units that live holds promise to an order stay where they are. */
export function adjustStock(tx: DurableTx, adjustment: Adjustment, now: Instant): AdjustResult {
  const { offerId, fcId, change, note, userId, scaleGrams } = adjustment
  const available = availableUnits(tx, offerId, fcId, now)
  if (available + change < 0) return { ok: false, available }
  tx.insert(stock).values({ offerId, fcId, onHand: 0 }).onConflictDoNothing().run()
  tx.update(stock)
    .set({ onHand: sql`${stock.onHand} + ${change}` })
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, fcId)))
    .run()
  tx.insert(stockMovements)
    .values({ offerId, fcId, delta: change, reason: 'adjusted', note, at: now, userId, scaleGrams })
    .run()
  return { ok: true }
}
