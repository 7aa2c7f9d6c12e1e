import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders, waveJobOrders, waveJobs } from '#db/schema/index.ts'
import { plannedFor } from '../shipping/packaging.ts'
import { packagingChangesOf } from '../shipping/packaging-changes.ts'
import { type BoxToSend, heavyWords, isHeavy } from '../shipping/parcel.ts'
import type { CenterExport } from './export-detail.ts'
import { shortsOf, withoutShorts } from './shorts.ts'
import { waveBoxesByOrder } from './wave-boxes.ts'
import { weighedIn, withWeights } from './weighed-lines.ts'

/** In pick order, with what is in each box: by the scale and without what was short, once it is packed. */
export const selectedBoxes = (db: Db, exportId: number, waveId: number): BoxToSend[] =>
  boxesWhere(db, waveId, sql`order_id in (select order_id from wave_job_orders where job_id = ${exportId})`)

/** The tokens of the orders that a job for labels of this wave was asked for. */
export const labelOrdersOf = (db: Db, waveId: number, jobToken: string): string[] =>
  db
    .select({ token: orders.token })
    .from(waveJobs)
    .innerJoin(waveJobOrders, eq(waveJobOrders.jobId, waveJobs.id))
    .innerJoin(orders, eq(orders.id, waveJobOrders.orderId))
    .where(and(eq(waveJobs.token, jobToken), eq(waveJobs.waveId, waveId)))
    .all()
    .map(({ token }) => token)

/** A selected box as it is now. null once its order was canceled or changed, which stops it. */
export function boxNow(db: Db, { waveId, orderId }: BoxToSend): BoxToSend | null {
  const [row] = waveBoxesByOrder(db, waveId, [orderId])
  if (row?.state === 'stopped') return null
  return boxesWhere(db, waveId, eq(packingWaveOrders.orderId, orderId), [orderId])[0] ?? null
}

function boxesWhere(db: Db, waveId: number, where: SQL, only?: number[]): BoxToSend[] {
  const changes = packagingChangesOf(db, waveId, only)
  const rows = db
    .select()
    .from(packingWaveOrders)
    .where(and(eq(packingWaveOrders.waveId, waveId), where))
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
