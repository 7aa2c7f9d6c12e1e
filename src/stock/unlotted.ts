import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isAtCenter } from '#db/schema/index.ts'

type Place = { offerId: number; fcId: number }
export type Unlotted = Place & { units: number }

/** Some offers of a center, or all of all. */
type Places = { offerIds: number[]; fcId: number }

/**
 * Units that are in a center and in no lot: what is unsold, and sold but not packed, less what lots have. Only offers
 * with lots are listed. Units that were withdrawn are no longer part of either. Found by the orders that wait (the
 * cross joins keep SQLite to that), since movements and packed boxes only ever grow.
 */
export const unlottedUnits = (db: Db, places: Places | null = null): Unlotted[] =>
  db.all<Unlotted>(sql`
    with lotted as (
      select offer_id, fc_id, sum(units_left - withdrawn) as units from lots
      where ${placesWhere(places)} group by offer_id, fc_id
    ), waiting as (
      select id from orders
      where ${isAtCenter} and state <> 'shipped' and ${places === null ? sql`true` : sql`fc_id = ${places.fcId}`}
    ), sold as (
      select offer_id, fc_id, -sum(delta) as units
      from waiting cross join stock_movements on stock_movements.order_id = waiting.id
      where (offer_id, fc_id) in (select offer_id, fc_id from lotted)
      group by offer_id, fc_id
    ), packed as (
      select box_lots.offer_id, packing_waves.fc_id, sum(box_lots.packed) as units
      from waiting cross join box_lots on box_lots.order_id = waiting.id
      cross join packing_waves on packing_waves.id = box_lots.wave_id
      group by box_lots.offer_id, packing_waves.fc_id
    )
    select lotted.offer_id as offerId, lotted.fc_id as fcId,
      coalesce(stock.on_hand, 0) + coalesce(sold.units, 0) - coalesce(packed.units, 0) - lotted.units as units
    from lotted
    left join stock on stock.offer_id = lotted.offer_id and stock.fc_id = lotted.fc_id
    left join sold on sold.offer_id = lotted.offer_id and sold.fc_id = lotted.fc_id
    left join packed on packed.offer_id = lotted.offer_id and packed.fc_id = lotted.fc_id`)

const placesWhere = (places: Places | null) =>
  places === null
    ? sql`true`
    : sql`fc_id = ${places.fcId} and offer_id in (select value from json_each(${JSON.stringify(places.offerIds)}))`

/** Units of an offer that are in no lot; null if none of its units are in lots. */
export const unlottedUnitsOf = (db: Db, { offerId, fcId }: Place): number | null =>
  unlottedUnits(db, { offerIds: [offerId], fcId })[0]?.units ?? null
