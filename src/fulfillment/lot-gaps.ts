import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { looseUnitsByOffer } from '../stock/late-plans.ts'
import { isOfWave } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/** Units of a box that no lot can give it, though the center keeps the offer in lots. */
export type LotGap = { orderToken: string; identifier: string; name: string; label: string; units: number }

type Row = LotGap & { orderId: number; offerId: number; position: number }
type CenterWave = Pick<Wave, 'id' | 'fcId'>

const BOXES_PER_BATCH = 50

/**
 * Of boxes that nobody has packed, in packing order, read while requests run in between. Units that are in no lot fill
 * gaps first.
 */
export async function lotGaps(db: Db, wave: CenterWave): Promise<LotGap[]> {
  const orderIds = ordersInDoubt(db, wave)
  const found: Row[] = []
  for (let first = 0; first < orderIds.length; first += BOXES_PER_BATCH) {
    found.push(...unplannedUnits(db, wave, orderIds.slice(first, first + BOXES_PER_BATCH)))
    await setImmediate()
  }
  return gapsOf(db, wave.fcId, found)
}

/** The only boxes that may lack a lot: their wave gave them too little, or what it gave was lost since. */
const ordersInDoubt = (db: Db, { id, fcId }: CenterWave): number[] =>
  db
    .all<{ orderId: number }>(sql`
      select boxes.order_id as orderId from (
        select order_id from unplanned_lines
        where wave_id = ${id} and offer_id in (select offer_id from lots where fc_id = ${fcId})
        union select order_id from box_lots where wave_id = ${id} and planned > due + packed) as doubtful
      cross join packing_wave_orders as boxes on boxes.order_id = doubtful.order_id
      where boxes.wave_id = ${id} and boxes.ended_at is null and boxes.packed_at is null
      order by position`)
    .map(({ orderId }) => orderId)

/** Units of these unpacked boxes for which no lot is planned. */
export const unplannedUnits = (db: Db, { id, fcId }: CenterWave, orderIds: number[]): Row[] =>
  db.all<Row>(sql`
    with wanted as (
      select packing_wave_orders.position, orders.id as order_id, orders.token, orders.identifier, offers.id as offer_id,
        line.value ->> 'name' as name, line.value ->> 'label' as label,
        (line.value ->> 'quantity') - coalesce((select sum(quantity) from box_shorts
          where wave_id = ${id} and order_id = orders.id and offer_id = offers.id), 0) as units
      from packing_wave_orders
      inner join orders on orders.id = packing_wave_orders.order_id,
        json_each(packing_wave_orders.box, '$.lines') as line
      inner join offers on offers.token = line.value ->> 'bid_item_token'
      where ${isOfWave(id, sql`${orders.id} in (select value from json_each(${JSON.stringify(orderIds)}))`)}
        and packing_wave_orders.ended_at is null and packing_wave_orders.packed_at is null
        and exists (select 1 from lots where lots.offer_id = offers.id and lots.fc_id = ${fcId})
    )
    select * from (
      select position, order_id as orderId, token as orderToken, identifier, offer_id as offerId, name, label,
        units - coalesce((select sum(due + packed) from box_lots
          where wave_id = ${id} and order_id = wanted.order_id and offer_id = wanted.offer_id), 0) as units
      from wanted)
    where units > 0 order by position`)

const gapsOf = (db: Db, fcId: number, rows: Row[]): LotGap[] =>
  withoutLoose(db, fcId, rows).map(({ orderToken, identifier, name, label, units }) => ({
    orderToken,
    identifier,
    name,
    label,
    units,
  }))

/** What is left of each gap when units that are in no lot have filled the first ones. */
export function withoutLoose(db: Db, fcId: number, rows: Row[]): Row[] {
  if (rows.length === 0) return []
  const offerIds = [...new Set(rows.map(({ offerId }) => offerId))]
  const loose = looseUnitsByOffer(db, { offerIds, fcId })
  return rows.flatMap((row) => {
    const left = loose.get(row.offerId) ?? Number.POSITIVE_INFINITY
    loose.set(row.offerId, Math.max(0, left - row.units))
    return row.units > left ? [{ ...row, units: row.units - left }] : []
  })
}

export const lotGapWords = ({ name, label, units }: LotGap): string =>
  `no lot has ${units} × ${name}, ${label}, that this box may have`
