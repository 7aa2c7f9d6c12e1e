import { asc, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { packingWaveOrders } from '#db/schema/index.ts'
import { plannedFor } from '../shipping/packaging.ts'
import { packagingChangesOf } from '../shipping/packaging-changes.ts'
import { type BoxToSend, heavyWords, isHeavy } from '../shipping/parcel.ts'
import type { CenterExport } from './export-detail.ts'
import { shortsOf, withoutShorts } from './shorts.ts'
import { weighedIn, withWeights } from './weighed-lines.ts'

/** In pick order, with what is in each box: by the scale and without what was short, once it is packed. */
export function selectedBoxes(db: Db, exportId: number, waveId: number): BoxToSend[] {
  const changes = packagingChangesOf(db, waveId)
  const rows = db
    .select()
    .from(packingWaveOrders)
    .where(
      sql`wave_id = ${waveId} and order_id in (select order_id from wave_job_orders where job_id = ${exportId})`,
    )
    .orderBy(asc(packingWaveOrders.position))
    .all()
  const orderIds = rows.map(({ orderId }) => orderId)
  const [shorts, weighed] = [shortsOf(db, waveId, orderIds), weighedIn(db, orderIds)]
  return rows.flatMap(({ box, orderId, position, ...row }) => {
    const packaging = changes.get(orderId) ?? plannedFor(row)
    if (!box || !packaging) return []
    const lines = withWeights(withoutShorts(box.lines, shorts.get(orderId)), weighed.get(orderId))
    return { waveId, orderId, position, box: { ...box, lines }, packaging }
  })
}

export const boxWords = ({ position, box }: BoxToSend, words: string) =>
  `Box ${position}, ${box.identifier}: ${words}`

/** The boxes of a job for labels that one person must not lift, with or without a label. */
export const heavyBoxesOf = (db: Db, { id, kind, waveId }: CenterExport): string[] =>
  kind === 'labels' && waveId !== null
    ? selectedBoxes(db, id, waveId)
        .filter(isHeavy)
        .map((box) => boxWords(box, heavyWords(box)))
    : []
