import { type SQL, sql } from 'drizzle-orm'

/**
 * Units of `offer` for sale: on hand less live holds, in center `fcId`, or in the best-stocked one if that is null.
 * The statement must bind `now` and `fcId`. Columns are spelled out because drizzle drops table names in one-table
 * selects, which would change what they refer to.
 */
export const freeUnits = (offer: SQL) => sql<number>`(
  select coalesce(max(max(0, stock.on_hand - coalesce((
    select sum(holds.quantity) from holds
    where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id
      and holds.expires_at > ${sql.placeholder('now')}), 0))), 0)
  from stock where stock.offer_id = ${offer}
    and not exists (select 1 from offers paused where paused.id = stock.offer_id and paused.paused_at is not null)
    and (${sql.placeholder('fcId')} is null or stock.fc_id = ${sql.placeholder('fcId')}))`
