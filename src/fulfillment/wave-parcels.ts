import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Day } from '../day.ts'

/** What the labels of a wave have come to, and the ship days whose parcels are on no manifest yet. */
export type ParcelTotals = { missing: number; bought: number; cents: number; waitingDays: Day[] }

export function parcelTotals(db: Db, waveId: number): ParcelTotals {
  const { days, ...counts } = db.get<Omit<ParcelTotals, 'waitingDays'> & { days: string }>(sql`
    select count(*) filter (where label.id is null and orders.state = 'in_wave') as missing,
      count(label.id) as bought, coalesce(sum(label.cost_cents), 0) as cents,
      json_group_array(distinct packed.box ->> 'ship_on')
        filter (where label.id is not null and label.manifest_id is null) as days
    from packing_wave_orders packed
    inner join orders on orders.id = packed.order_id
    left join shipping_labels label
      on label.wave_id = packed.wave_id and label.order_id = packed.order_id and label.state = 'bought'
    where packed.wave_id = ${waveId} and packed.ended_at is null`)
  const waitingDays: Day[] = JSON.parse(days)
  return { ...counts, waitingDays: waitingDays.sort() }
}
