import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders } from '#db/schema/index.ts'
import { labelsOfWave } from '../shipping/labels.ts'
import { plannedFor } from '../shipping/packaging.ts'
import { packagingChangesOf } from '../shipping/packaging-changes.ts'
import { isOfWave } from './wave-boxes.ts'

/**
 * A box of a wave as the carrier will see it: packed as a clerk chose, else as planned. `isUnsent`: its label is bought,
 * but the carrier hasn't sent its files.
 */
export type Parcel = ReturnType<typeof waveParcels>[number]

/** In pick order; also boxes that were taken out. */
export const waveParcels = (db: Db, waveId: number) => parcelsWhere(db, waveId, undefined)

export const waveParcelsByToken = (db: Db, waveId: number, tokens: string[]) =>
  parcelsWhere(db, waveId, inArray(orders.token, tokens))

function parcelsWhere(db: Db, waveId: number, where: SQL | undefined) {
  const rows = readRows(db, waveId, where)
  const orderIds = rows.map(({ orderId }) => orderId)
  const changes = packagingChangesOf(db, waveId, orderIds)
  const labels = labelsOfWave(db, waveId, orderIds)
  return rows.map((row) => {
    const change = changes.get(row.orderId) ?? null
    const label = labels.get(row.orderId) ?? null
    const isOpen = row.endedAt === null && row.orderState === 'in_wave'
    const isUnsent = isOpen && label?.state === 'bought' && !label.hasFiles
    return { ...row, change, packaging: change ?? plannedFor(row), label, isUnsent }
  })
}

const readRows = (db: Db, waveId: number, where: SQL | undefined) =>
  db
    .select({
      waveId: packingWaveOrders.waveId,
      orderId: packingWaveOrders.orderId,
      token: orders.token,
      identifier: orders.identifier,
      orderState: orders.state,
      position: packingWaveOrders.position,
      boxSize: packingWaveOrders.boxSize,
      dryIceGrams: packingWaveOrders.dryIceGrams,
      endedAt: packingWaveOrders.endedAt,
    })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(isOfWave(waveId, where))
    .orderBy(packingWaveOrders.position)
    .all()
