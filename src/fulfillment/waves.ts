import { setImmediate } from 'node:timers/promises'
import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, quickly } from '#db/client.ts'
import { orders, packingWaveOrders, packingWaves, type WaveBox } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { isChargeUnderWay } from '../orders/open-order.ts'
import { planLots } from '../stock/lot-plans.ts'
import { isHeldByWeather } from '../weather/held.ts'
import { withLots } from './box-lots.ts'
import { planPackagingAhead, planPackagingOfWave } from './plan-packaging.ts'

/**
 * Puts orders into a new wave, in one statement: those of the center that are paid, in no wave and not held by
 * weather. Nobody else can take them, and what they are then is kept for slips and files.
 * @param chosen a select of order ids
 * @param exportId whose lines were read ahead
 * @returns the wave's id; null if none of them was left, and then no wave was made
 */
export function makeWave(
  tx: DurableTx,
  fcId: number,
  chosen: SQL,
  now: Instant,
  exportId = 0,
): number | null {
  const wave = tx
    .insert(packingWaves)
    .values({ fcId, createdAt: now })
    .returning({ id: packingWaves.id })
    .get()
  const added = tx.run(sql`
    insert into packing_wave_orders (wave_id, order_id, position, order_version, box, box_size, dry_ice_grams)
    select ${wave.id}, orders.id,
      row_number() over (order by orders.ship_on, orders.delivery_postal_code, orders.id),
      orders.version + 1, ${boxWith(linesReadAhead(exportId))}, ahead.box_size, ahead.dry_ice_grams
    from orders left join wave_job_orders ahead
      on ahead.job_id = ${exportId} and ahead.order_id = orders.id and ahead.order_version = orders.version
    where orders.id in (${chosen}) and orders.fc_id = ${fcId} and orders.state = 'paid'
      and not ${isHeldByWeather} and not ${isChargeUnderWay(now)}
      and not exists (select 1 from packing_wave_orders
        where order_id = orders.id and ended_at is null)`)
  if (added.changes === 0) {
    tx.delete(packingWaves).where(eq(packingWaves.id, wave.id)).run()
    return null
  }
  planPackagingOfWave(tx, wave.id)
  tx.update(orders)
    .set({ state: 'in_wave', version: sql`${orders.version} + 1`, updatedAt: now })
    .where(sql`${orders.id} in (select order_id from packing_wave_orders where wave_id = ${wave.id})`)
    .run()
  planLots(tx, { id: wave.id, fcId }, todayAt(tx, fcId, now))
  return wave.id
}

/** What was taken from stock for the order, free items too, in the order in which shelves are walked. */
const LINES = sql`(
  select json_group_array(json_object(
    'bid_item_token', token, 'name', name, 'label', label, 'farm', farm,
    'quantity', quantity, 'unit_grams', unit_grams, 'line_cents', line_cents, 'shelf', shelf))
  from (
    select offers.token, varieties.name, offers.label, farms.name as farm, -sum(stock_movements.delta) as quantity,
      offers.weight_grams as unit_grams,
      coalesce((select (order_lines.quantity - order_lines.bundled_quantity) * order_lines.price_cents
          + order_lines.bundled_cents from order_lines
        where order_lines.order_id = orders.id and order_lines.offer_id = offers.id), 0) as line_cents,
      (select shelf from stock where stock.offer_id = offers.id and stock.fc_id = orders.fc_id) as shelf
    from stock_movements
    inner join offers on offers.id = stock_movements.offer_id
    inner join varieties on varieties.id = offers.variety_id
    inner join farms on farms.id = varieties.farm_id
    where stock_movements.order_id = orders.id
    group by offers.id having quantity > 0
    order by shelf is null, shelf, varieties.animal, varieties.name, offers.position, offers.id))`

const linesReadAhead = (exportId: number) => sql`coalesce((
  select lines from wave_job_orders
  where job_id = ${exportId} and order_id = orders.id and order_version = orders.version), ${LINES})`

const LINES_PER_BATCH = 50

/** Reading lines is most of the work, so it is done between requests, before the transaction that makes the wave. */
export async function readLinesAhead(db: Db, exportId: number) {
  const readBatch = () =>
    quickly(db, (tx) => {
      const read = tx.all<{ id: number }>(sql`
          update wave_job_orders set order_version = orders.version, lines = ${LINES}
          from orders
          where orders.id = wave_job_orders.order_id and wave_job_orders.job_id = ${exportId}
            and orders.id in (
              select order_id from wave_job_orders
              where job_id = ${exportId} and order_version is null limit ${LINES_PER_BATCH})
          returning order_id as id`)
      planPackagingAhead(
        tx,
        exportId,
        read.map(({ id }) => id),
      )
      return read.length
    })
  while ((await readBatch()) > 0) await setImmediate()
}

/** A WaveBox. */
const boxWith = (lines: SQL) => sql`json_object(
  'order_token', orders.token, 'identifier', orders.identifier,
  'ship_on', orders.ship_on, 'arrival_date', orders.arrival_on,
  'delivery_name', coalesce(orders.delivery_name, ''),
  'delivery_street_address_1', coalesce(orders.delivery_street1, ''),
  'delivery_street_address_2', coalesce(orders.delivery_street2, ''),
  'delivery_city', coalesce(orders.delivery_city, ''), 'delivery_state', coalesce(orders.delivery_state, ''),
  'delivery_postal_code', coalesce(orders.delivery_postal_code, ''),
  'delivery_phone_number', coalesce(orders.delivery_phone, ''),
  'address_status', coalesce(orders.address_status, ''), 'expedited', json(iif(orders.expedited, 'true', 'false')),
  'gift_order', json(iif(orders.gift_order, 'true', 'false')),
  'gift_recipient_name', coalesce(orders.gift_recipient_name, ''),
  'gift_message', coalesce(orders.gift_message, ''),
  'items_cents', coalesce(orders.items_cents, 0), 'promotions_cents', coalesce(orders.promotions_cents, 0),
  'rewards_cents', coalesce(orders.rewards_cents, 0), 'shipping_cents', coalesce(orders.shipping_cents, 0),
  'tax_cents', coalesce(orders.tax_cents, 0), 'gift_cents', coalesce(orders.gift_cents, 0),
  'total_cents', coalesce(orders.total_cents, 0) - coalesce(orders.bought_cards_cents, 0), 'lines', json(${lines}))`

/** What would go into the boxes of these orders now. */
export function boxesNow(db: Db, orderIds: number[]): Map<number, WaveBox> {
  if (orderIds.length === 0) return new Map()
  const rows = db
    .select({ id: orders.id, box: sql<string>`${boxWith(LINES)}` })
    .from(orders)
    .where(sql`orders.id in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .all()
  return new Map(rows.map(({ id, box }) => [id, JSON.parse(box)]))
}

export type Wave = typeof packingWaves.$inferSelect

export const waveAt = (db: Db, fcId: number, id: number) =>
  db
    .select()
    .from(packingWaves)
    .where(and(eq(packingWaves.id, id), eq(packingWaves.fcId, fcId)))
    .get() ?? null

export type KeptBox = ReturnType<typeof boxesOfWave>[number]

/** A wave's boxes in packing order, `limit` of them after a position; also those that were taken out since. */
export function boxesOfWave(db: Db, waveId: number, after = 0, limit = 100) {
  const rows = db
    .select({
      orderId: packingWaveOrders.orderId,
      position: packingWaveOrders.position,
      box: packingWaveOrders.box,
      boxSize: packingWaveOrders.boxSize,
      dryIceGrams: packingWaveOrders.dryIceGrams,
      endedAt: packingWaveOrders.endedAt,
    })
    .from(packingWaveOrders)
    .where(and(eq(packingWaveOrders.waveId, waveId), gt(packingWaveOrders.position, after)))
    .orderBy(packingWaveOrders.position)
    .limit(limit)
    .all()
  return withLots(db, waveId, rows)
}

export const WAVES_PER_PAGE = 25

export type WaveList = ReturnType<typeof listWaves>

/** The newest first. */
export function listWaves(db: Db, fcId: number, page: number) {
  const isHere = eq(packingWaves.fcId, fcId)
  const total = db.select({ total: count() }).from(packingWaves).where(isHere).get()?.total ?? 0
  const boxCount = sql<number>`(select count(*) from packing_wave_orders where wave_id = packing_waves.id)`
  const waves = db
    .select({ id: packingWaves.id, state: packingWaves.state, createdAt: packingWaves.createdAt, boxCount })
    .from(packingWaves)
    .where(isHere)
    .orderBy(desc(packingWaves.id))
    .limit(WAVES_PER_PAGE)
    .offset((page - 1) * WAVES_PER_PAGE)
    .all()
  return { waves, total, page, pages: Math.max(1, Math.ceil(total / WAVES_PER_PAGE)) }
}

export const countBoxes = (db: Db, waveId: number): number =>
  db.select({ boxes: count() }).from(packingWaveOrders).where(eq(packingWaveOrders.waveId, waveId)).get()
    ?.boxes ?? 0
