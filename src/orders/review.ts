import { and, eq, isNull } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Order, packingWaveOrders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { openFlagsOf } from '../flags/flags.ts'
import { isHoldingFlag } from '../flags/holding.ts'
import { releaseLots } from '../stock/lot-packing.ts'
import { advanceOrder } from './advance-order.ts'
import { boxesPaidBy } from './gift-boxes.ts'

/**
 * Keeps a box that has not shipped in the center until a person releases it; of the order that paid for a corporate
 * gift, all its boxes. @returns whether it could
 */
export function holdForReview(tx: DurableTx, order: Order, now: Instant): boolean {
  for (const box of boxesPaidBy(tx, order.id)) holdForReview(tx, box, now)
  if (order.state !== 'paid' && order.state !== 'in_wave') return false
  advanceOrder(tx, order, { state: 'review', updatedAt: now })
  return true
}

/** A box that was in a wave joins the next one. @returns the orders released: none if this one isn't under review */
export function releaseFromReview(tx: DurableTx, order: Order, now: Instant): number[] {
  if (order.state !== 'review') return []
  advanceOrder(tx, order, { state: 'paid', updatedAt: now })
  const isInWave = and(eq(packingWaveOrders.orderId, order.id), isNull(packingWaveOrders.endedAt))
  tx.update(packingWaveOrders).set({ endedAt: now }).where(isInWave).run()
  releaseLots(tx, [order.id])
  const others = boxesPaidBy(tx, order.id).filter((box) => !openFlagsOf(tx, box.id).some(isHoldingFlag))
  return [order.id, ...others.flatMap((box) => releaseFromReview(tx, box, now))]
}
