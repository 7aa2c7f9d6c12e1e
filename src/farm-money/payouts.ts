import { asc, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type FarmPayout, farmPayouts, farmStatements } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { paidCents } from './statements.ts'

export type NewPayout = { statementId: number; cents: number; paidOn: Day; reference: string; key: string }

export type PayoutRecorded =
  | { ok: true; payout: FarmPayout; isNew: boolean }
  | { ok: false; code: 'future' }
  | { ok: false; code: 'pressed_before' }
  | { ok: false; code: 'more_than_owed'; leftCents: number }

/** Records money sent by the shop's bank. Sending the form twice records one payout. */
export function recordPayout(tx: DurableTx, payout: NewPayout, now: Instant): PayoutRecorded {
  const known = tx.select().from(farmPayouts).where(eq(farmPayouts.key, payout.key)).get()
  if (known)
    return isSame(known, payout)
      ? { ok: true, payout: known, isNew: false }
      : { ok: false, code: 'pressed_before' }
  if (payout.paidOn > dayIn(SHOP_ZONE, now)) return { ok: false, code: 'future' }
  const leftCents = leftToPay(tx, payout.statementId)
  if (payout.cents > leftCents) return { ok: false, code: 'more_than_owed', leftCents }
  const row = tx
    .insert(farmPayouts)
    .values({ ...payout, at: now })
    .returning()
    .get()
  return { ok: true, payout: row, isNew: true }
}

const isSame = (known: FarmPayout, payout: NewPayout): boolean =>
  known.statementId === payout.statementId &&
  known.cents === payout.cents &&
  known.paidOn === payout.paidOn &&
  known.reference === payout.reference

export type PayoutTakenBack =
  | { ok: true; payout: FarmPayout; isNew: boolean }
  | { ok: false; code: 'unknown' | 'is_correction' }

/** A wrong payout stays, and a row of the same amount takes it back. */
export function takeBackPayout(
  tx: DurableTx,
  { statementId, payoutId }: { statementId: number; payoutId: number },
  now: Instant,
): PayoutTakenBack {
  const wrong = tx.select().from(farmPayouts).where(eq(farmPayouts.id, payoutId)).get()
  if (wrong?.statementId !== statementId) return { ok: false, code: 'unknown' }
  if (wrong.correctsId !== null) return { ok: false, code: 'is_correction' }
  const before = tx.select().from(farmPayouts).where(eq(farmPayouts.correctsId, payoutId)).get()
  if (before) return { ok: true, payout: before, isNew: false }
  const row = tx
    .insert(farmPayouts)
    .values({
      statementId,
      cents: -wrong.cents,
      paidOn: dayIn(SHOP_ZONE, now),
      reference: wrong.reference,
      correctsId: payoutId,
      key: `takes_back:${payoutId}`,
      at: now,
    })
    .returning()
    .get()
  return { ok: true, payout: row, isNew: true }
}

/** Of a closed statement. */
export function leftToPay(db: Db, statementId: number): number {
  const statement = db
    .select({ owedCents: farmStatements.owedCents })
    .from(farmStatements)
    .where(eq(farmStatements.id, statementId))
    .get()
  return Math.max(0, (statement?.owedCents ?? 0) - paidCents(db, statementId))
}

export const payoutsOf = (db: Db, statementId: number): FarmPayout[] =>
  db
    .select()
    .from(farmPayouts)
    .where(eq(farmPayouts.statementId, statementId))
    .orderBy(asc(farmPayouts.id))
    .all()
