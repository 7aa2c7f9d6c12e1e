import { eq, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type GiftCause, giftCardEntries, giftCards, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { formatCents } from '../money.ts'
import { type Random, sha256 } from '../tokens.ts'

/** The only writer of gift balances: each change is an entry with its cause. */

/** @param cents always positive @param reference unique; a second entry with it throws */
export type GiftEntry = { cents: number; reference: string; orderId?: number; now: Instant }

type Grant = Extract<GiftCause, 'issued' | 'claim' | 'referral' | 'bought' | 'merged'>

export function openGiftCard(tx: Tx, codeHash: string, cause: Grant, entry: GiftEntry): number {
  const { id } = tx
    .insert(giftCards)
    .values({ codeHash, balanceCents: 0, initialCents: 0, createdAt: entry.now })
    .returning({ id: giftCards.id })
    .get()
  grant(tx, id, cause, entry)
  return id
}

/** Adds to the account's store credit, and opens it with the first cents. @returns its gift card */
export function grantStoreCredit(
  tx: DurableTx,
  userId: number,
  cause: Grant,
  entry: GiftEntry & { random: Random },
): number {
  const id = storeCreditCard(tx, userId)?.id ?? openStoreCredit(tx, userId, entry)
  grant(tx, id, cause, entry)
  return id
}

export const storeCreditCard = (db: Db, userId: number): { id: number; balanceCents: number } | null =>
  db
    .select({ id: giftCards.id, balanceCents: giftCards.balanceCents })
    .from(giftCards)
    .where(eq(giftCards.userId, userId))
    .get() ?? null

/** Nobody knows a code of store credit: its hash is that of random bytes. */
function openStoreCredit(tx: Tx, userId: number, { random, now }: { random: Random; now: Instant }): number {
  const codeHash = sha256(`store credit:${random.secret()}`)
  return tx
    .insert(giftCards)
    .values({ codeHash, userId, balanceCents: 0, initialCents: 0, createdAt: now })
    .returning({ id: giftCards.id })
    .get().id
}

function grant(tx: Tx, giftCardId: number, cause: Grant, entry: GiftEntry) {
  tx.update(giftCards)
    .set({ initialCents: sql`${giftCards.initialCents} + ${entry.cents}` })
    .where(eq(giftCards.id, giftCardId))
    .run()
  move(tx, giftCardId, cause, entry.cents, entry)
}

/** The table refuses a negative balance. */
export const takeGiftCents = (
  tx: DurableTx,
  giftCardId: number,
  cause: Extract<GiftCause, 'spent' | 'reversed' | 'forfeited' | 'ended' | 'paid_out' | 'taken'>,
  entry: GiftEntry,
) => move(tx, giftCardId, cause, -entry.cents, entry)

export function putBackGiftCents(tx: DurableTx, giftCardId: number, entry: GiftEntry) {
  move(tx, giftCardId, 'returned', entry.cents, entry)
  const { closedAt, mergedIntoId } = ownerStateOf(tx, giftCardId)
  if (closedAt !== null) return forfeitReturned(tx, giftCardId, entry)
  const into = mergedIntoId === null ? null : storeCreditCard(tx, mergedIntoId)
  if (into) carryOver(tx, giftCardId, into.id, { ...entry, reference: `merged:${entry.reference}` })
}

/** When the account is deleted: its credit pays for nothing anymore. */
export function forfeitStoreCredit(tx: DurableTx, userId: number, now: Instant) {
  const card = storeCreditCard(tx, userId)
  if (!card) return
  const { id, balanceCents: cents } = card
  tx.update(giftCards).set({ closedAt: now }).where(eq(giftCards.id, id)).run()
  if (cents > 0) takeGiftCents(tx, id, 'forfeited', { cents, reference: `forfeited:${id}`, now })
}

function forfeitReturned(tx: DurableTx, giftCardId: number, entry: GiftEntry) {
  const { cents, orderId, now } = entry
  const reference = `forfeited:${entry.reference}`
  takeGiftCents(tx, giftCardId, 'forfeited', { cents, reference, now })
  const detail = `${formatCents(cents)} of store credit came back, but its account was deleted.`
  flagForStaff(tx, { kind: 'credit_forfeited', key: reference, detail, orderId, now })
}

/** When the card's account was deleted, and the account that it was merged into. */
const ownerStateOf = (db: Db, giftCardId: number) =>
  db
    .select({ closedAt: giftCards.closedAt, mergedIntoId: users.mergedIntoId })
    .from(giftCards)
    .leftJoin(users, eq(users.id, giftCards.userId))
    .where(eq(giftCards.id, giftCardId))
    .get() ?? { closedAt: null, mergedIntoId: null }

/**
 * Two accounts of one person become one. If both have store credit, the emptied one stays: orders that it paid for may
 * still give something back to it, which then goes on to the other.
 */
export function mergeStoreCredit(
  tx: DurableTx,
  { from, into, now }: { from: number; into: number; now: Instant },
) {
  const [theirs, own] = [storeCreditCard(tx, from), storeCreditCard(tx, into)]
  if (!theirs) return
  if (!own) tx.update(giftCards).set({ userId: into }).where(eq(giftCards.id, theirs.id)).run()
  else if (theirs.balanceCents > 0)
    carryOver(tx, theirs.id, own.id, { cents: theirs.balanceCents, reference: `merged:${theirs.id}`, now })
}

/** Two entries that cancel each other out. */
function carryOver(tx: DurableTx, from: number, into: number, { cents, reference, now }: GiftEntry) {
  move(tx, from, 'merged', -cents, { cents, reference: `${reference}:from`, now })
  grant(tx, into, 'merged', { cents, reference: `${reference}:into`, now })
}

function move(tx: Tx, giftCardId: number, cause: GiftCause, cents: number, entry: GiftEntry) {
  tx.update(giftCards)
    .set({ balanceCents: sql`${giftCards.balanceCents} + ${cents}` })
    .where(eq(giftCards.id, giftCardId))
    .run()
  const { reference, orderId = null, now } = entry
  tx.insert(giftCardEntries).values({ giftCardId, cause, cents, orderId, reference, at: now }).run()
}
