import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

type Place = { offerId: number; fcId: number }
export type Unlotted = Place & { units: number }

/**
 * Units that are in a center and in no lot: what is unsold, and sold but not packed, less what lots have. Only offers
 * with lots are listed. Units that were withdrawn are no longer part of either.
 */
export const unlottedUnits = (db: Db, place: Place | null = null): Unlotted[] =>
  db.all<Unlotted>(sql`
    with lotted as (
      select offer_id, fc_id, sum(units_left - withdrawn) as units from lots
      where ${place === null ? sql`true` : sql`offer_id = ${place.offerId} and fc_id = ${place.fcId}`}
      group by offer_id, fc_id
    ), sold as (
      select m.offer_id, m.fc_id, -sum(m.delta) as units
      from lotted inner join stock_movements m on m.offer_id = lotted.offer_id and m.fc_id = lotted.fc_id
      inner join orders o on o.id = m.order_id and o.state in ('paid', 'in_wave', 'review')
      group by m.offer_id, m.fc_id
    ), packed as (
      select b.offer_id, w.fc_id, sum(b.packed) as units
      from box_lots b inner join packing_waves w on w.id = b.wave_id
      inner join orders o on o.id = b.order_id and o.state in ('paid', 'in_wave', 'review')
      where b.packed > 0 group by b.offer_id, w.fc_id
    )
    select lotted.offer_id as offerId, lotted.fc_id as fcId,
      coalesce(stock.on_hand, 0) + coalesce(sold.units, 0) - coalesce(packed.units, 0) - lotted.units as units
    from lotted
    left join stock on stock.offer_id = lotted.offer_id and stock.fc_id = lotted.fc_id
    left join sold on sold.offer_id = lotted.offer_id and sold.fc_id = lotted.fc_id
    left join packed on packed.offer_id = lotted.offer_id and packed.fc_id = lotted.fc_id`)
