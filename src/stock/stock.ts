import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { holds, stock, stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type Wanted = { offerId: number; quantity: number }
export type Shortage = { offerId: number; available: number }
export type Held = { ok: true } | { ok: false; shortages: Shortage[] }

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
  release: db
    .delete(holds)
    .where(eq(holds.orderId, sql.placeholder('orderId')))
    .prepare(),
  hold: db
    .insert(holds)
    .values({
      orderId: sql.placeholder('orderId'),
      offerId: sql.placeholder('offerId'),
      fcId: sql.placeholder('fcId'),
      quantity: sql.placeholder('quantity'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
  take: db
    .update(stock)
    .set({ onHand: sql`${stock.onHand} - ${sql.placeholder('quantity')}` })
    .where(
      and(
        eq(stock.offerId, sql.placeholder('offerId')),
        eq(stock.fcId, sql.placeholder('fcId')),
        gte(stock.onHand, sql.placeholder('quantity')),
      ),
    )
    .prepare(),
  move: db
    .insert(stockMovements)
    .values({
      offerId: sql.placeholder('offerId'),
      fcId: sql.placeholder('fcId'),
      delta: sql.placeholder('delta'),
      reason: sql.placeholder('reason'),
      orderId: sql.placeholder('orderId'),
      note: sql.placeholder('note'),
      at: sql.placeholder('at'),
    })
    .prepare(),
}))

/** On hand less the live holds of everybody but `forOrderId`: what that order may still take. */
export function available(db: Db, offerId: number, fcId: number, now: Instant, forOrderId = 0): number {
  const { onHand, heldByOthers } = statements(db)
  const shelf = onHand.get({ offerId, fcId })?.onHand ?? 0
  if (shelf === 0) return 0
  return Math.max(0, shelf - (heldByOthers.get({ offerId, fcId, now, orderId: forOrderId })?.units ?? 0))
}

/**
 * Keeps all of these units for an order until `expiresAt`, or none of them. Inside a durable transaction: the
 * check and the hold are one. Replaces what the order held before.
 */
export function holdUnits(
  tx: DurableTx,
  order: { id: number; fcId: number },
  wanted: Wanted[],
  now: Instant,
  expiresAt: Instant,
): Held {
  const shortages = shortagesOf(tx, order, wanted, now)
  if (shortages.length > 0) return { ok: false, shortages }
  releaseUnits(tx, order.id)
  for (const { offerId, quantity } of wanted) {
    statements(tx).hold.run({ orderId: order.id, offerId, fcId: order.fcId, quantity, expiresAt })
  }
  return { ok: true }
}

/** What of an order's wishes a center cannot give it now, counting out what others hold. */
export function shortagesOf(
  db: Db,
  order: { id: number; fcId: number },
  wanted: Wanted[],
  now: Instant,
): Shortage[] {
  return wanted
    .map((line) => ({ ...line, available: available(db, line.offerId, order.fcId, now, order.id) }))
    .filter((line) => line.available < line.quantity)
    .map(({ offerId, available: left }) => ({ offerId, available: left }))
}

export const releaseUnits = (tx: Tx, orderId: number) => void statements(tx).release.run({ orderId })

/**
 * Takes sold units from the shelf and writes them into the ledger, all or nothing. The caller has just made sure
 * of them in the same transaction; the condition in the update is the last guard.
 * @throws when the shelf holds less: then the whole transaction falls.
 */
export function sellUnits(tx: DurableTx, order: { id: number; fcId: number }, sold: Wanted[], now: Instant) {
  releaseUnits(tx, order.id)
  for (const { offerId, quantity } of sold) {
    const taken = statements(tx).take.run({ offerId, fcId: order.fcId, quantity })
    if (taken.changes !== 1) throw new Error(`offer ${offerId} sold beyond the shelf of center ${order.fcId}`)
  }
  writeMovements(
    tx,
    order,
    sold.map((line) => ({ ...line, delta: -line.quantity })),
    'sold',
    now,
  )
}

/** Puts units on a shelf: a delivery from the farm, or the demo's opening stock. */
export function receiveUnits(tx: DurableTx, fcId: number, received: Wanted[], now: Instant, note?: string) {
  for (const { offerId, quantity } of received) {
    tx.insert(stock)
      .values({ offerId, fcId, onHand: quantity })
      .onConflictDoUpdate({
        target: [stock.offerId, stock.fcId],
        set: { onHand: sql`${stock.onHand} + ${quantity}` },
      })
      .run()
  }
  const movements = received
    .filter((line) => line.quantity > 0)
    .map((line) => ({ ...line, delta: line.quantity }))
  writeMovements(tx, { id: null, fcId }, movements, 'received', now, note)
}

function writeMovements(
  tx: DurableTx,
  { id: orderId, fcId }: { id: number | null; fcId: number },
  movements: { offerId: number; delta: number }[],
  reason: 'received' | 'sold' | 'returned',
  at: Instant,
  note?: string,
) {
  for (const { offerId, delta } of movements) {
    statements(tx).move.run({ offerId, fcId, delta, reason, orderId, note: note ?? null, at })
  }
}

/** Rows of holds that ended; they no longer count, this only tidies. */
export const sweepHolds = (tx: Tx, now: Instant) =>
  tx.delete(holds).where(lte(holds.expiresAt, now)).run().changes

/** For many offers at once: units free in a center, or in the best-stocked one while the place is unknown. */
export function availableOf(
  db: Db,
  offerIds: number[],
  fcId: number | null,
  now: Instant,
  forOrderId = 0,
): Map<number, number> {
  if (offerIds.length === 0) return new Map()
  // Names written out: drizzle drops the table from columns of a one-table select, which would unbind these.
  const free = sql<number>`max(max(0, stock.on_hand - coalesce((
    select sum(holds.quantity) from holds
    where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id and holds.expires_at > ${now}
      and holds.order_id <> ${forOrderId}), 0)))`
  const rows = db
    .select({ offerId: stock.offerId, units: free })
    .from(stock)
    .where(and(inArray(stock.offerId, offerIds), fcId === null ? undefined : eq(stock.fcId, fcId)))
    .groupBy(stock.offerId)
    .all()
  return new Map(rows.map((row) => [row.offerId, row.units]))
}
