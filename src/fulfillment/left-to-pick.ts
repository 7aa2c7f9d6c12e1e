import { setImmediate } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { offers, packingWaveOrders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { badLots } from '../stock/lot-packing.ts'
import { lotProblemWords } from '../stock/lot-rules.ts'
import { type LinesOfBox, withLotsDue } from './box-lots.ts'
import { type PickLine, type PickTotal, PickTotals } from './pick-totals.ts'
import { isOfWave, linesOfBoxes, type WaveBoxRow } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

type CenterWave = Pick<Wave, 'id' | 'fcId'>

const BOXES_PER_BATCH = 100

/** What to fetch for the boxes of a wave that nobody has packed yet, read between requests. */
export async function leftToPickOf(db: Db, wave: CenterWave, now: Instant): Promise<PickTotal[]> {
  const { id: waveId } = wave
  const totals = new PickTotals()
  const orderIds = ordersInState(db, waveStates(db, waveId), 'to_pack')
  for (let first = 0; first < orderIds.length; first += BOXES_PER_BATCH) {
    const ids = JSON.stringify(orderIds.slice(first, first + BOXES_PER_BATCH))
    const lines = linesOfBoxes(db, waveId, boxes(db).all({ waveId, ids }))
    const toPack = [...lines].map(([orderId, ofBox]) => ({ orderId, lines: ofBox }))
    for (const box of boxesLeft(db, wave, toPack, now)) totals.addBox(box)
    await setImmediate()
  }
  return totals.inPickOrder()
}

/** The same for boxes that are read already. */
export function leftToPick(db: Db, wave: CenterWave, rows: WaveBoxRow[], now: Instant): PickTotal[] {
  const totals = new PickTotals()
  const toPack = rows.filter(({ state }) => state === 'to_pack')
  for (const box of boxesLeft(db, wave, toPack, now)) totals.addBox(box)
  return totals.inPickOrder()
}

/** Without the packs that are in a box already, and with what is wrong with a lot that is due. */
function boxesLeft(db: Db, wave: CenterWave, boxes: LinesOfBox[], now: Instant): PickLine[][] {
  const orderIds = boxes.map(({ orderId }) => orderId)
  const packed = packsByLine(db, wave.id, orderIds)
  const problems = lotProblems(db, wave, orderIds, now)
  return withLotsDue(db, wave.id, boxes).map(({ orderId, lines }) => {
    const left = lines.map((line) => {
      const key = `${orderId} ${line.bid_item_token}`
      const lots = (line.lots ?? []).map((due) => ({ ...due, problem: problems.get(`${key} ${due.lot}`) }))
      return { ...line, lots, quantity: line.quantity - (packed.get(key) ?? 0) }
    })
    return left.filter(({ quantity }) => quantity > 0)
  })
}

/** What to do about lots that have expired since they were planned, by order, offer and lot. */
function lotProblems(db: Db, wave: CenterWave, orderIds: number[], now: Instant): Map<string, string> {
  const bad = badLots(db, wave.id, orderIds, todayAt(db, wave.fcId, now))
  if (bad.length === 0) return new Map()
  const offerIds = [...new Set(bad.map(({ offerId }) => offerId))]
  const rows = db
    .select({ id: offers.id, token: offers.token })
    .from(offers)
    .where(inArray(offers.id, offerIds))
    .all()
  const tokens = new Map(rows.map(({ id, token }) => [id, token]))
  return new Map(
    bad.map(({ orderId, offerId, code, problem }) => [
      `${orderId} ${tokens.get(offerId)} ${code}`,
      `Take another lot: ${code} ${lotProblemWords(problem)}.`,
    ]),
  )
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
