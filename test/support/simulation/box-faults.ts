import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { NOW as START } from '../now.ts'

/** Invariants of boxes, their lots and their labels at the end of every day. */
export function boxFaults(db: Db): string[] {
  const of = (sentence: string, query: ReturnType<typeof sql>) =>
    db.all<{ identifier: string }>(query).map(({ identifier }) => `${identifier} ${sentence}`)
  return [
    ...of(
      'has shipped twice',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        group by o.id having count(*) > 1`,
    ),
    ...of(
      'has shipped, but its order is not on its way',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        where s.shipped_at >= ${START} and o.state not in ('shipped', 'delivered', 'refunded')`,
    ),
    ...of(
      'has shipped unpaid',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        where s.shipped_at >= ${START} and o.total_cents > 0 and not exists (
          select 1 from money_movements m where m.order_id = o.id and m.kind = 'charge' and m.at <= s.shipped_at)`,
    ),
    ...of(
      'has shipped while weather held it',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        inner join weather_holds h on h.order_id = o.id
        where h.held_at < s.shipped_at and coalesce(h.ended_at, s.shipped_at + 1) > s.shipped_at
          and coalesce(h.ship_anyway_at, s.shipped_at + 1) > s.shipped_at`,
    ),
    ...of(
      'has shipped with a recalled lot',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        inner join box_lots b on b.order_id = o.id and b.wave_id = s.wave_id and b.packed > 0
        inner join recall_lots l on l.lot_id = b.lot_id
        inner join recalls r on r.id = l.recall_id and r.created_at < s.shipped_at`,
    ),
    ...of(
      'has shipped with a lot too near its best-by day',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        inner join box_lots b on b.order_id = o.id and b.wave_id = s.wave_id and b.packed > 0
        inner join lots on lots.id = b.lot_id inner join offers on offers.id = lots.offer_id
        where lots.best_by < date(o.arrival_on, '+' || offers.min_days_at_home || ' days')`,
    ),
    ...of(
      'has shipped other packs than it was sold',
      sql`select o.identifier from shipments s inner join orders o on o.id = s.order_id
        inner join stock_movements m on m.order_id = o.id
        where s.shipped_at >= ${START} and exists (select 1 from packed_packages where order_id = o.id)
        group by o.id, m.offer_id
        having -sum(m.delta) < (select count(*) from packed_packages p
          where p.order_id = o.id and p.wave_id = s.wave_id and p.offer_id = m.offer_id)`,
    ),
    ...of(
      'is in two waves',
      sql`select o.identifier from packing_wave_orders w inner join orders o on o.id = w.order_id
        where w.ended_at is null group by o.id having count(*) > 1`,
    ),
    ...of(
      'has two labels',
      sql`select o.identifier from shipping_labels l inner join orders o on o.id = l.order_id
        where l.state = 'bought' group by o.id having count(*) > 1`,
    ),
    ...of(
      'is a lot below zero',
      sql`select code as identifier from lots where units_left < 0 or planned < 0 or withdrawn < 0
        or planned + withdrawn > units_left`,
    ),
  ]
}

/** What happened at the center, since a quiet season proves nothing. */
export function boxTally(db: Db) {
  const count = (query: ReturnType<typeof sql>) => db.get<{ count: number }>(query)?.count ?? 0
  return {
    shipped: count(sql`select count(*) as count from shipments where shipped_at >= ${START}`),
    delivered: count(
      sql`select count(*) as count from orders where state = 'delivered' and placed_at >= ${START}`,
    ),
    weighed: count(sql`select count(*) as count from packed_packages where net_grams is not null`),
    shorts: count(sql`select count(*) as count from box_shorts`),
    weatherHolds: count(sql`select count(*) as count from weather_holds where held_at >= ${START}`),
    expiredLots: count(sql`select count(*) as count from lots where state = 'expired'`),
    recalls: count(sql`select count(*) as count from recalls`),
  }
}
