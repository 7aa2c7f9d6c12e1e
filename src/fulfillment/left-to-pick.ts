import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { packingWaveOrders } from '#db/schema/index.ts'
import { type LinesOfBox, withLots, withLotsDue } from './box-lots.ts'
import { type PickTotal, PickTotals } from './pick-totals.ts'
import { isOfWave, linesOfBoxes, type WaveBoxRow } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'

const BOXES_PER_BATCH = 100

/** What to fetch for the boxes of a wave that nobody has packed yet, read between requests. */
export async function leftToPickOf(db: Db, waveId: number): Promise<PickTotal[]> {
  const totals = new PickTotals()
  const orderIds = ordersInState(db, waveStates(db, waveId), 'to_pack')
  for (let first = 0; first < orderIds.length; first += BOXES_PER_BATCH) {
    const ids = JSON.stringify(orderIds.slice(first, first + BOXES_PER_BATCH))
    const rows = withLots(db, waveId, boxes(db).all({ waveId, ids }))
    const lines = linesOfBoxes(db, waveId, rows)
    const toPack = [...lines].map(([orderId, ofBox]) => ({ orderId, lines: ofBox }))
    for (const box of linesLeft(db, waveId, toPack)) totals.addBox(box.lines)
    await setImmediate()
  }
  return totals.inPickOrder()
}

/** The same for boxes that are read already. */
export function leftToPick(db: Db, waveId: number, rows: WaveBoxRow[]): PickTotal[] {
  const totals = new PickTotals()
  const toPack = rows.filter(({ state }) => state === 'to_pack')
  for (const { lines } of linesLeft(db, waveId, toPack)) totals.addBox(lines)
  return totals.inPickOrder()
}

/** Without the packs that are in a box already. */
function linesLeft(db: Db, waveId: number, boxes: LinesOfBox[]): LinesOfBox[] {
  const packed = packsByLine(
    db,
    waveId,
    boxes.map(({ orderId }) => orderId),
  )
  return withLotsDue(db, waveId, boxes).map(({ orderId, lines }) => {
    const left = lines.map((line) => {
      const packs = packed.get(`${orderId} ${line.bid_item_token}`) ?? 0
      return { ...line, quantity: line.quantity - packs }
    })
    return { orderId, lines: left.filter(({ quantity }) => quantity > 0) }
  })
}

/** How many packs were scanned into each line, by order and offer. */
function packsByLine(db: Db, waveId: number, orderIds: number[]): Map<string, number> {
  const rows = db.all<{ line: string; packs: number }>(sql`
    select packed_packages.order_id || ' ' || offers.token as line, count(*) as packs
    from packed_packages inner join offers on offers.id = packed_packages.offer_id
    where packed_packages.wave_id = ${waveId}
      and packed_packages.order_id in (select value from json_each(${JSON.stringify(orderIds)}))
    group by packed_packages.order_id, offers.id`)
  return new Map(rows.map(({ line, packs }) => [line, packs]))
}

/** Without their orders' state, which is known by then. */
const boxes = oncePerDatabase((db) =>
  db
    .select({ orderId: packingWaveOrders.orderId, box: packingWaveOrders.box })
    .from(packingWaveOrders)
    .where(
      isOfWave(
        sql.placeholder('waveId'),
        sql`${packingWaveOrders.orderId} in (select value from json_each(${sql.placeholder('ids')}))`,
      ),
    )
    .orderBy(packingWaveOrders.position)
    .prepare(),
)
