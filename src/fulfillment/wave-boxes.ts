import { and, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders, shipments, users, type WaveBox, type WaveLine } from '#db/schema/index.ts'
import { isRefunded } from '../payments/payments.ts'
import { type BoxDifference, boxChanges, whyStopped } from './box-difference.ts'
import { type Boxed, withLots, withLotsNow } from './box-lots.ts'
import { shortsOf, withoutShorts } from './shorts.ts'
import { boxesNow } from './waves.ts'
import { weighedIn, withWeights } from './weighed-lines.ts'

/** `stopped`: its order changed since the wave was made. `removed`: taken out, or the wave is void. */
export type WaveBoxState = 'to_pack' | 'packed' | 'shipped' | 'stopped' | 'removed'

export type WaveBoxRow = ReturnType<typeof readRows>[number] & {
  state: WaveBoxState
  difference: BoxDifference | null
  /** What goes into it, in pick order, without what was not on the shelf. */
  lines: WaveLine[]
}

/** A wave's boxes in packing order, each with what has become of it; also those that were taken out. */
export const waveBoxes = (db: Db, waveId: number): WaveBoxRow[] => boxesWhere(db, waveId, undefined)

export const waveBoxesByToken = (db: Db, waveId: number, tokens: string[]): WaveBoxRow[] =>
  boxesWhere(db, waveId, inArray(orders.token, tokens))

export const waveBoxesByOrder = (db: Db, waveId: number, orderIds: number[]): WaveBoxRow[] =>
  boxesWhere(db, waveId, sql`${orders.id} in (select value from json_each(${JSON.stringify(orderIds)}))`)

/** The + keeps SQLite from reading the whole wave to find a few of its boxes. */
export const isOfWave = (waveId: number | Placeholder, where: SQL | undefined) =>
  where ? and(sql`+${packingWaveOrders.waveId} = ${waveId}`, where) : eq(packingWaveOrders.waveId, waveId)

function boxesWhere(db: Db, waveId: number, where: SQL | undefined): WaveBoxRow[] {
  const rows = readRows(db, isOfWave(waveId, where))
  return withStates(db, waveId, withLots(db, waveId, rows))
}

const readRows = (db: Db, where: SQL | undefined) =>
  db
    .select({
      orderId: packingWaveOrders.orderId,
      position: packingWaveOrders.position,
      box: packingWaveOrders.box,
      slipVersion: packingWaveOrders.orderVersion,
      packedAt: packingWaveOrders.packedAt,
      endedAt: packingWaveOrders.endedAt,
      packer: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      token: orders.token,
      identifier: orders.identifier,
      orderState: orders.state,
      orderVersion: orders.version,
      totals: {
        itemsCents: orders.itemsCents,
        promotionsCents: orders.promotionsCents,
        rewardsCents: orders.rewardsCents,
        shippingCents: orders.shippingCents,
        taxCents: orders.taxCents,
        giftCents: orders.giftCents,
        totalCents: orders.totalCents,
      },
      isRefunded,
      shippedAt: shipments.shippedAt,
      trackingCode: shipments.trackingCode,
    })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .leftJoin(users, eq(users.id, packingWaveOrders.packedBy))
    .leftJoin(
      shipments,
      and(eq(shipments.waveId, packingWaveOrders.waveId), eq(shipments.orderId, packingWaveOrders.orderId)),
    )
    .where(where)
    .orderBy(packingWaveOrders.position)
    .all()

type Row = ReturnType<typeof readRows>[number]

const isOpen = ({ endedAt, shippedAt }: Row) => endedAt === null && shippedAt === null

/** Reads again only the orders that were written to since their box went into the wave. */
function withStates(db: Db, waveId: number, rows: Row[]): WaveBoxRow[] {
  const linesByOrder = linesOfBoxes(db, waveId, rows)
  const written = rows.filter((row) => isOpen(row) && row.orderVersion !== row.slipVersion)
  const now = boxesNow(
    db,
    written.map(({ orderId }) => orderId),
  )
  return rows.map((row) => {
    const lines = linesByOrder.get(row.orderId) ?? []
    const difference = isOpen(row) ? differenceOf(row, lines, now.get(row.orderId)) : null
    return { ...row, difference, lines, state: stateOf(row, difference) }
  })
}

/** What goes into each box. @param rows with the lots that the wave planned */
export function linesOfBoxes(db: Db, waveId: number, rows: Boxed[]): Map<number, WaveLine[]> {
  const orderIds = rows.map(({ orderId }) => orderId)
  const shorts = shortsOf(db, waveId, orderIds)
  const lacking = withLotsNow(
    db,
    waveId,
    rows.filter(({ orderId }) => shorts.has(orderId)),
  )
  const boxes = new Map([...rows, ...lacking].map(({ orderId, box }) => [orderId, box]))
  const weighed = weighedIn(db, orderIds)
  return new Map(
    orderIds.map((orderId) => {
      const toPack = withoutShorts(boxes.get(orderId)?.lines ?? [], shorts.get(orderId))
      return [orderId, withWeights(toPack, weighed.get(orderId))]
    }),
  )
}

function differenceOf(row: Row, lines: WaveLine[], now: WaveBox | undefined): BoxDifference | null {
  const why = whyStopped(row.orderState, row.isRefunded)
  if (why) return { why, changes: [] }
  const changes = row.box && now ? boxChanges({ ...row.box, lines }, now) : []
  return changes.length > 0 ? { why: 'edited', changes } : null
}

function stateOf(row: Row, difference: BoxDifference | null): WaveBoxState {
  if (row.endedAt !== null) return 'removed'
  if (row.shippedAt !== null) return 'shipped'
  if (difference) return 'stopped'
  return row.packedAt === null ? 'to_pack' : 'packed'
}
