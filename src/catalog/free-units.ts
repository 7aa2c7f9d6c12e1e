import { type SQL, sql } from 'drizzle-orm'

/**
 * Units of `offer` that could be had, for statements that are given `now` and `fcId`: on hand less live holds, in
 * that center, or in the best-stocked one while it is null. Names are written out, because drizzle drops the table
 * from columns of a one-table select, which would unbind them.
 */
export const freeUnits = (offer: SQL) => sql<number>`(
  select coalesce(max(max(0, stock.on_hand - coalesce((
    select sum(holds.quantity) from holds
    where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id
      and holds.expires_at > ${sql.placeholder('now')}), 0))), 0)
  from stock where stock.offer_id = ${offer}
    and (${sql.placeholder('fcId')} is null or stock.fc_id = ${sql.placeholder('fcId')}))`
