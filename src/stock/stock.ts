import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { holds, offers, stock, stockMovements } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { unsellableUnits } from './lot-rules.ts'

export type UnitRequest = { offerId: number; quantity: number }
export type Shortage = { offerId: number; available: number }
/** Where the units go and when decides which lots they may come from; without that, any that is for sale. */
type Buyer = { id: number; fcId: number; arrivalOn?: Day | null; deliveryState?: string | null }
export type HoldResult = { ok: true } | { ok: false; shortages: Shortage[] }

/** For `linesTable`, so that one statement writes all lines of an order. */
const linesJson = (lines: UnitRequest[]) =>
  JSON.stringify(lines.map(({ offerId, quantity }) => [offerId, quantity]))

const linesTable = sql`json_each(${sql.placeholder('lines')}) as line`
const offerOf = sql<number>`(line.value ->> 0)`
const unitsOf = sql<number>`(line.value ->> 1)`

/** None of an offer that its farm has paused. Of `offer_id` in SQL. */
const isPaused = (offerId: SQL) =>
  sql`exists (select 1 from offers where offers.id = ${offerId} and offers.paused_at is not null)`

const statements = oncePerDatabase((db) => ({
  onHand: db
    .select({ onHand: stock.onHand })
    .from(stock)
    .where(and(eq(stock.offerId, sql.placeholder('offerId')), eq(stock.fcId, sql.placeholder('fcId'))))
    .prepare(),
  heldByOthers: db
    .select({ units: sql<number>`coalesce(sum(${holds.quantity}), 0)` })
    .from(holds)
    .where(
      and(
        eq(holds.offerId, sql.placeholder('offerId')),
        eq(holds.fcId, sql.placeholder('fcId')),
        sql`${holds.expiresAt} > ${sql.placeholder('now')}`,
        sql`${holds.orderId} <> ${sql.placeholder('orderId')}`,
      ),
    )
    .prepare(),
  paused: db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.id, sql.placeholder('offerId')), isNotNull(offers.pausedAt)))
    .prepare(),
  free: db
    .select({
      offerId: sql<number>`wanted.value`,
      // Who pays already keeps what they hold of a paused offer.
      units: sql<number>`iif(${isPaused(sql`wanted.value`)}, coalesce((
          select sum(quantity) from holds where offer_id = wanted.value and order_id = ${sql.placeholder('orderId')}
            and expires_at > ${sql.placeholder('now')}), 0),
        coalesce((select on_hand from stock where offer_id = wanted.value and fc_id = ${sql.placeholder('fcId')}), 0)
        - coalesce((select sum(quantity) from holds where offer_id = wanted.value and fc_id = ${sql.placeholder('fcId')}
          and expires_at > ${sql.placeholder('now')} and order_id <> ${sql.placeholder('orderId')}), 0)
        - ${unsellableUnits(sql`wanted.value`, sql`${sql.placeholder('fcId')}`, sql`${sql.placeholder('arrivalOn')}`, sql`${sql.placeholder('deliveryState')}`)})`,
    })
    .from(sql`json_each(${sql.placeholder('offerIds')}) as wanted`)
    .prepare(),
  // Columns are spelled out: drizzle drops table names in one-table selects, which would change what they refer to.
  best: db
    .select({
      offerId: stock.offerId,
      units: sql<number>`max(max(0, stock.on_hand - coalesce((
        select sum(holds.quantity) from holds
        where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id
          and holds.expires_at > ${sql.placeholder('now')} and holds.order_id <> ${sql.placeholder('orderId')}), 0)))`,
    })
    .from(stock)
    .where(
      sql`stock.offer_id in (select value from json_each(${sql.placeholder('offerIds')}))
        and stock.fc_id = coalesce(${sql.placeholder('fcId')}, stock.fc_id)
        and not ${isPaused(sql`stock.offer_id`)}`,
    )
    .groupBy(stock.offerId)
    .prepare(),
  release: db
    .delete(holds)
    .where(eq(holds.orderId, sql.placeholder('orderId')))
    .prepare(),
  // In the order of the table's columns, as are the movements below.
  hold: db
    .insert(holds)
    .select(
      sql`select ${sql.placeholder('orderId')}, ${offerOf}, ${sql.placeholder('fcId')}, ${unitsOf},
        ${sql.placeholder('expiresAt')} from ${linesTable}`,
    )
    .prepare(),
  take: db
    .update(stock)
    .set({ onHand: sql`${stock.onHand} - ${unitsOf}` })
    .from(linesTable)
    .where(
      and(eq(stock.offerId, offerOf), eq(stock.fcId, sql.placeholder('fcId')), gte(stock.onHand, unitsOf)),
    )
    .prepare(),
  move: db
    .insert(stockMovements)
    .select(
      sql`select null, ${offerOf}, ${sql.placeholder('fcId')}, ${unitsOf}, ${sql.placeholder('reason')},
        ${sql.placeholder('orderId')}, ${sql.placeholder('note')}, ${sql.placeholder('at')}, null, null, null from ${linesTable}`,
    )
    .prepare(),
}))

/** What can be bought: units that are free, unless the offer is paused. */
export function availableUnits(db: Db, offerId: number, fcId: number, now: Instant, forOrderId = 0): number {
  return statements(db).paused.get({ offerId }) ? 0 : freeUnitsAt(db, offerId, fcId, now, forOrderId)
}

export const onHandAt = (db: Db, offerId: number, fcId: number): number =>
  statements(db).onHand.get({ offerId, fcId })?.onHand ?? 0

/** Units on hand less the live holds of all orders but `forOrderId`. */
export function freeUnitsAt(db: Db, offerId: number, fcId: number, now: Instant, forOrderId = 0): number {
  const { heldByOthers } = statements(db)
  const units = onHandAt(db, offerId, fcId)
  if (units === 0) return 0
  return Math.max(0, units - (heldByOthers.get({ offerId, fcId, now, orderId: forOrderId })?.units ?? 0))
}

/** Holds all units or none, replacing earlier holds. The transaction keeps two orders from holding the same unit. */
export function holdUnits(
  tx: DurableTx,
  order: Buyer,
  wanted: UnitRequest[],
  now: Instant,
  expiresAt: Instant,
): HoldResult {
  const shortages = shortagesOf(tx, order, wanted, now)
  if (shortages.length > 0) return { ok: false, shortages }
  releaseUnits(tx, order.id)
  statements(tx).hold.run({ orderId: order.id, fcId: order.fcId, lines: linesJson(wanted), expiresAt })
  return { ok: true }
}

/** The items that a center can't fully supply, with the units it can. */
export function shortagesOf(
  db: Db,
  { id: orderId, fcId, arrivalOn = null, deliveryState = null }: Buyer,
  wanted: UnitRequest[],
  now: Instant,
): Shortage[] {
  const offerIds = JSON.stringify(wanted.map(({ offerId }) => offerId))
  const rows = statements(db).free.all({ offerIds, fcId, now, orderId, arrivalOn, deliveryState })
  const free = new Map(rows.map(({ offerId, units }) => [offerId, Math.max(0, units)]))
  return wanted.flatMap(({ offerId, quantity }) => {
    const available = free.get(offerId) ?? 0
    return available < quantity ? [{ offerId, available }] : []
  })
}

export const releaseUnits = (tx: Tx, orderId: number) => void statements(tx).release.run({ orderId })

/** @throws if fewer units are on hand. The caller has just checked; the condition in the update is the last guard. */
export function sellUnits(
  tx: DurableTx,
  order: { id: number; fcId: number },
  sold: UnitRequest[],
  now: Instant,
) {
  releaseUnits(tx, order.id)
  const { changes } = statements(tx).take.run({ fcId: order.fcId, lines: linesJson(sold) })
  if (changes !== sold.length) throw new Error(`order ${order.id} oversells center ${order.fcId}`)
  writeMovements(
    tx,
    order,
    sold.map((line) => ({ ...line, delta: -line.quantity })),
    'sold',
    now,
  )
}

export function receiveUnits(
  tx: DurableTx,
  fcId: number,
  received: UnitRequest[],
  now: Instant,
  note?: string,
) {
  putOnShelf(tx, fcId, received)
  const movements = received
    .filter((line) => line.quantity > 0)
    .map((line) => ({ ...line, delta: line.quantity }))
  writeMovements(tx, { id: null, fcId }, movements, 'received', now, note)
}

/** Adds to the units on hand. The caller writes the movements. */
export function putOnShelf(tx: DurableTx, fcId: number, lines: UnitRequest[]) {
  for (const { offerId, quantity } of lines) {
    tx.insert(stock)
      .values({ offerId, fcId, onHand: quantity })
      .onConflictDoUpdate({
        target: [stock.offerId, stock.fcId],
        set: { onHand: sql`${stock.onHand} + ${quantity}` },
      })
      .run()
  }
}

export function writeMovements(
  tx: DurableTx,
  { id: orderId, fcId }: { id: number | null; fcId: number },
  movements: { offerId: number; delta: number }[],
  reason: 'received' | 'sold' | 'returned',
  at: Instant,
  note?: string,
) {
  if (movements.length === 0) return
  const lines = linesJson(movements.map(({ offerId, delta }) => ({ offerId, quantity: delta })))
  statements(tx).move.run({ lines, fcId, reason, orderId, note: note ?? null, at })
}

/** Deletes expired holds. They no longer count, so this only saves space. */
export const sweepHolds = (tx: Tx, now: Instant) =>
  tx.delete(holds).where(lte(holds.expiresAt, now)).run().changes

/** `available` for many offers, in one center or, if `fcId` is null, in the best-stocked one per offer. */
export function availableByOffer(
  db: Db,
  offerIds: number[],
  fcId: number | null,
  now: Instant,
  forOrderId = 0,
): Map<number, number> {
  if (offerIds.length === 0) return new Map()
  const ids = JSON.stringify(offerIds)
  const rows = statements(db).best.all({ offerIds: ids, fcId, now, orderId: forOrderId })
  return new Map(rows.map((row) => [row.offerId, row.units]))
}
