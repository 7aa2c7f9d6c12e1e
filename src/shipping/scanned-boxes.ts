import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, orders, packingWaveOrders, type ShippingLabel, shipments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isScan, type Sighting } from '../delivery/parcel-status.ts'
import { flagForStaff } from '../flags/flags.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { orderById } from '../orders/orders.ts'
import { isRefunded } from '../payments/payments.ts'

export const hasShipped = (db: Db, orderId: number): boolean =>
  db.select({ id: shipments.id }).from(shipments).where(eq(shipments.orderId, orderId)).limit(1).get() !==
  undefined

/**
 * A packed box that the carrier has scanned has left, though no clerk said so. One that should still be here is for
 * staff to stop: its buyer hears nothing of it.
 */
export function shipScanned(tx: DurableTx, label: ShippingLabel, sightings: Sighting[], now: Instant) {
  const scans = sightings.filter(({ status }) => isScan(status))
  const order = orderById(tx, label.orderId)
  if (scans.length === 0 || hasShipped(tx, order.id)) return
  const waveId = label.state === 'bought' && order.state === 'in_wave' ? packedIn(tx, order.id) : null
  if (waveId === null) return flagUnexpected(tx, order, label, now)
  if (order.fcId === null) throw new Error(`order ${order.id} is packed at no center`)
  const { carrier, service, trackingCode } = label
  const shippedAt = Math.min(now, ...scans.map(({ at }) => at || now))
  tx.insert(shipments)
    .values({ orderId: order.id, waveId, fcId: order.fcId, shippedAt, carrier, service, trackingCode })
    .run()
  advanceOrder(tx, order, { state: 'shipped', updatedAt: now })
}

const packedIn = (db: Db, orderId: number): number | null =>
  db
    .select({ waveId: packingWaveOrders.waveId })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(
      and(
        eq(packingWaveOrders.orderId, orderId),
        isNull(packingWaveOrders.endedAt),
        isNotNull(packingWaveOrders.packedAt),
        sql`not (${isRefunded})`,
      ),
    )
    .get()?.waveId ?? null

const flagUnexpected = (tx: DurableTx, { id, identifier }: Order, label: ShippingLabel, now: Instant) =>
  flagForStaff(tx, {
    kind: 'parcel_unexpected',
    key: `parcel_unexpected:${label.id}`,
    orderId: id,
    detail: `The carrier has box ${identifier} (${label.trackingCode}), which isn’t packed, is held, or was canceled or refunded here.`,
    now,
  })
