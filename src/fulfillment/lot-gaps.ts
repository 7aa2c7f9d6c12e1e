import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { unlottedUnits } from '../stock/unlotted.ts'
import type { Wave } from './waves.ts'

/** Units of a box that no lot can give it, though the center keeps the offer in lots. */
export type LotGap = { orderToken: string; identifier: string; name: string; label: string; units: number }

type Row = LotGap & { offerId: number; position: number }
type Part = { after: number; limit: number }

const WHOLE: Part = { after: 0, limit: 1_000_000 }

/** Of boxes that nobody has packed, in packing order. Units that are in no lot fill gaps first. */
export const lotGaps = (db: Db, wave: Pick<Wave, 'id' | 'fcId'>): LotGap[] =>
  withoutLoose(db, wave.fcId, readGaps(db, wave, WHOLE))

const BOXES_PER_BATCH = 50

/** The same, while requests run in between. */
export async function lotGapsInBatches(db: Db, wave: Pick<Wave, 'id' | 'fcId'>, boxCount: number) {
  const found: Row[] = []
  for (let after = 0; after < boxCount; after += BOXES_PER_BATCH) {
    found.push(...readGaps(db, wave, { after, limit: BOXES_PER_BATCH }))
    await setImmediate()
  }
  return withoutLoose(db, wave.fcId, found)
}

const readGaps = (db: Db, { id, fcId }: Pick<Wave, 'id' | 'fcId'>, { after, limit }: Part): Row[] =>
  db.all<Row>(sql`
    with wanted as (
      select boxes.position, orders.id as order_id, orders.token, orders.identifier, offers.id as offer_id,
        line.value ->> 'name' as name, line.value ->> 'label' as label,
        (line.value ->> 'quantity') - coalesce((select sum(quantity) from box_shorts
          where wave_id = ${id} and order_id = orders.id and offer_id = offers.id), 0) as units
      from packing_wave_orders boxes
      inner join orders on orders.id = boxes.order_id,
        json_each(boxes.box, '$.lines') as line
      inner join offers on offers.token = line.value ->> 'bid_item_token'
      where boxes.wave_id = ${id} and boxes.position > ${after} and boxes.position <= ${after + limit}
        and boxes.ended_at is null and boxes.packed_at is null
        and exists (select 1 from lots where lots.offer_id = offers.id and lots.fc_id = ${fcId})
    )
    select * from (
      select position, token as orderToken, identifier, offer_id as offerId, name, label,
        units - coalesce((select sum(due + packed) from box_lots
          where wave_id = ${id} and order_id = wanted.order_id and offer_id = wanted.offer_id), 0) as units
      from wanted)
    where units > 0 order by position`)

function withoutLoose(db: Db, fcId: number, rows: Row[]): LotGap[] {
  const loose = new Map<number, number>()
  return rows.flatMap(({ offerId, position: _, ...gap }) => {
    const left = loose.get(offerId) ?? Math.max(0, unlottedUnits(db, { offerId, fcId })[0]?.units ?? 0)
    loose.set(offerId, Math.max(0, left - gap.units))
    return gap.units > left ? { ...gap, units: gap.units - left } : []
  })
}

export const lotGapWords = ({ name, label, units }: LotGap): string =>
  `no lot has ${units} × ${name}, ${label}, that this box may have`
