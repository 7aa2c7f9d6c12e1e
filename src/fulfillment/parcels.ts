import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders } from '#db/schema/index.ts'
import { labelsOfWave } from '../shipping/labels.ts'
import { plannedFor } from '../shipping/packaging.ts'
import { packagingChangesOf } from '../shipping/packaging-changes.ts'

/** A box of a wave as the carrier will see it: packed as a clerk chose, else as planned. */
export type Parcel = ReturnType<typeof waveParcels>[number]

/** In pick order; also boxes that were taken out. */
export function waveParcels(db: Db, waveId: number, orderToken?: string) {
  const changes = packagingChangesOf(db, waveId)
  const labels = labelsOfWave(db, waveId)
  return readRows(db, waveId, orderToken).map((row) => {
    const change = changes.get(row.orderId) ?? null
    const label = labels.get(row.orderId) ?? null
    return { ...row, change, packaging: change ?? plannedFor(row), label }
  })
}

const readRows = (db: Db, waveId: number, orderToken: string | undefined) =>
  db
    .select({
      waveId: packingWaveOrders.waveId,
      orderId: packingWaveOrders.orderId,
      token: orders.token,
      identifier: orders.identifier,
      orderState: orders.state,
      position: packingWaveOrders.position,
      box: packingWaveOrders.box,
      boxSize: packingWaveOrders.boxSize,
      dryIceGrams: packingWaveOrders.dryIceGrams,
      endedAt: packingWaveOrders.endedAt,
    })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(and(eq(packingWaveOrders.waveId, waveId), orderToken ? eq(orders.token, orderToken) : undefined))
    .orderBy(packingWaveOrders.position)
    .all()
