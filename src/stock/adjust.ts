import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Lot, lots, stock, stockMovements, stockPresses, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { addToLot, freeUnitsOf, lotOf, takeFirstExpired } from './lots.ts'
import { freeUnitsAt } from './stock.ts'
import { unlottedUnitsOf } from './unlotted.ts'

export type Adjustment = {
  offerId: number
  fcId: number
  /** Units; negative takes some away. */
  change: number
  note: string
  userId: number
  scaleGrams: number | null
  /** A lot's code. Without one, units that are in no lot go first, then those that expire first. */
  lot?: string | null
  /** Of the form. Without one, each request counts. */
  press?: string | null
  /** The latest movement when the page was made. Without one, nothing is outdated. */
  seen?: number | null
}

export type EarlierAdjustment = {
  units: number
  note: string | null
  by: { firstName: string | null; lastName: string | null; email: string }
}

export type AdjustResult =
  | { ok: true }
  | { ok: false; reason: 'adjusted_since'; earlier: EarlierAdjustment[] }
  | { ok: false; reason: 'too_many'; available: number }
  | { ok: false; reason: 'too_many_of_lot'; lot: string; left: number }
  | { ok: false; reason: 'unknown_lot'; lot: string }

/** Units that live holds promise to an order stay where they are. */
export function adjustStock(tx: DurableTx, adjustment: Adjustment, now: Instant): AdjustResult {
  const { press, offerId } = adjustment
  const isPressed = press && tx.select().from(stockPresses).where(eq(stockPresses.press, press)).get()
  if (isPressed) return { ok: true }
  const earlier = adjustedSince(tx, adjustment)
  if (earlier.length > 0) return { ok: false, reason: 'adjusted_since', earlier }
  const adjusted = adjust(tx, adjustment, now)
  if (press && adjusted.ok) tx.insert(stockPresses).values({ press, offerId, at: now }).run()
  return adjusted
}

export const latestMovement = (db: Db): number =>
  db.select({ id: sql<number>`coalesce(max(id), 0)` }).from(stockMovements).get()?.id ?? 0

/** What people adjusted since a page was made: the same pack may be torn for two of them. */
function adjustedSince(db: Db, { offerId, fcId, seen = null }: Adjustment): EarlierAdjustment[] {
  if (seen === null) return []
  const { firstName, lastName, email } = users
  return db
    .select({
      units: sql<number>`sum(${stockMovements.delta})`,
      note: stockMovements.note,
      by: { firstName, lastName, email },
    })
    .from(stockMovements)
    .innerJoin(users, eq(users.id, stockMovements.userId))
    .where(
      and(
        eq(stockMovements.offerId, offerId),
        eq(stockMovements.fcId, fcId),
        gt(stockMovements.id, seen),
        eq(stockMovements.reason, 'adjusted'),
      ),
    )
    .groupBy(stockMovements.at, stockMovements.userId, stockMovements.note)
    .orderBy(sql`min(${stockMovements.id})`)
    .all()
}

function adjust(tx: DurableTx, adjustment: Adjustment, now: Instant): AdjustResult {
  const { offerId, fcId, change, lot: code = null } = adjustment
  const lot = code === null ? null : lotOf(tx, fcId, offerId, code)
  if (code !== null && !lot) return { ok: false, reason: 'unknown_lot', lot: code }
  if (lot && lot.state !== 'open') return adjustEnded(tx, adjustment, lot, now)
  if (lot && freeUnitsOf(lot) + change < 0)
    return { ok: false, reason: 'too_many_of_lot', lot: lot.code, left: freeUnitsOf(lot) }
  const available = freeUnitsAt(tx, offerId, fcId, now)
  if (available + change < 0) return { ok: false, reason: 'too_many', available }
  const shares = lot ? [{ lotId: lot.id, units: change }] : sharesOf(tx, adjustment)
  addOnHand(tx, adjustment, change)
  write(tx, adjustment, shares, now)
  return { ok: true }
}

type Share = { lotId: number | null; units: number }

/** From which lots units go when none is named. */
function sharesOf(db: Db, { offerId, fcId, change }: Adjustment): Share[] {
  const unlotted = change < 0 ? unlottedUnitsOf(db, { offerId, fcId }) : null
  if (unlotted === null || unlotted >= -change) return [{ lotId: null, units: change }]
  const loose = Math.max(0, unlotted)
  const ofLots = takeFirstExpired(db, { offerId, fcId }, -change - loose)
  const rest = -change - ofLots.reduce((sum, { units }) => sum + units, 0)
  const taken = ofLots.map(({ lotId, units }) => ({ lotId, units: -units }))
  return rest > 0 ? [{ lotId: null, units: -rest }, ...taken] : taken
}

/** Units of an expired or recalled lot are not for sale, so what is destroyed or found of them changes no stock. */
function adjustEnded(tx: DurableTx, adjustment: Adjustment, lot: Lot, now: Instant): AdjustResult {
  const { offerId, fcId, change, userId } = adjustment
  if (lot.state === 'open') throw new Error(`lot ${lot.id} is for sale`)
  if (lot.withdrawn + change < 0)
    return { ok: false, reason: 'too_many_of_lot', lot: lot.code, left: lot.withdrawn }
  // First the share that is withdrawn: it may never be more than what is left.
  const withdrawn = sql`${lots.withdrawn} + ${change}`
  const unitsLeft = sql`${lots.unitsLeft} + ${change}`
  tx.update(lots).set({ withdrawn, unitsLeft }).where(eq(lots.id, lot.id)).run()
  insertMovements(tx, adjustment, [{ lotId: lot.id, units: change }], now)
  const reverse = { offerId, fcId, delta: -change, reason: lot.state, note: `Lot ${lot.code}` } as const
  tx.insert(stockMovements)
    .values({ ...reverse, at: now, userId, lotId: lot.id })
    .run()
  return { ok: true }
}

function addOnHand(tx: DurableTx, { offerId, fcId }: Adjustment, change: number) {
  tx.insert(stock).values({ offerId, fcId, onHand: 0 }).onConflictDoNothing().run()
  tx.update(stock)
    .set({ onHand: sql`${stock.onHand} + ${change}` })
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, fcId)))
    .run()
}

function write(tx: DurableTx, adjustment: Adjustment, shares: Share[], now: Instant) {
  for (const { lotId, units } of shares) if (lotId !== null) addToLot(tx, lotId, units)
  insertMovements(tx, adjustment, shares, now)
}

const insertMovements = (
  tx: DurableTx,
  { offerId, fcId, note, userId, scaleGrams }: Adjustment,
  shares: Share[],
  now: Instant,
) =>
  void tx
    .insert(stockMovements)
    .values(
      shares.map(({ lotId, units }) => ({
        ...{ offerId, fcId, note, userId, scaleGrams, lotId },
        delta: units,
        reason: 'adjusted' as const,
        at: now,
      })),
    )
    .run()
