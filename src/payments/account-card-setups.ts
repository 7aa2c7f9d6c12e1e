import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase, type Tx } from '#db/client.ts'
import { type CardSetup, cardSetups, type StoredCard, storedCards, users } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { MAX_DECLINES } from './card-testing.ts'
import { ensureDefaultCard, renewCard, sameCards } from './cards.ts'
import type { IntentSnapshot } from './provider.ts'

const DECLINE_WINDOW_MS = HOUR_MS

/** This many declined cards on one account in an hour look like someone testing stolen cards. */
export function isDeclinedTooOftenByUser(db: Db, userId: number, wallNow: Instant): boolean {
  const recent = and(
    eq(cardSetups.userId, userId),
    eq(cardSetups.status, 'declined'),
    gt(cardSetups.settledAt, wallNow - DECLINE_WINDOW_MS),
  )
  return (
    (db.select({ declines: count() }).from(cardSetups).where(recent).get()?.declines ?? 0) >= MAX_DECLINES
  )
}

/** Committed before the provider is called, so that a repeated call finds the same setup. */
export const findOrCreateSetup = (
  { db, random, wallClock }: Services,
  userId: number,
  mark: string,
): Promise<CardSetup> =>
  durably(db, (tx) => {
    const latest = tx
      .select()
      .from(cardSetups)
      .where(and(eq(cardSetups.userId, userId), eq(cardSetups.mark, mark)))
      .orderBy(desc(cardSetups.id))
      .limit(1)
      .get()
    if (latest?.status === 'open' || (latest && cardOfSetup(tx, latest))) return latest
    const createdAt = wallClock.now()
    return tx
      .insert(cardSetups)
      .values({ token: random.token(), userId, mark, status: 'open', createdAt })
      .returning()
      .get()
  })

/** The call that creates the intent is keyed by the setup, so a repeat returns the same id. */
export const saveSetupIntent = (db: Db, { id }: CardSetup, intentId: string) =>
  durably(db, (tx) => void tx.update(cardSetups).set({ intentId }).where(eq(cardSetups.id, id)).run())

/** The only way from a token in a URL to a setup: through its account. */
export const findSetup = (db: Db, userId: number, token: string): CardSetup | null =>
  db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.token, token), eq(cardSetups.userId, userId)))
    .get() ?? null

export const setupByIntent = (db: Db, intentId: string): CardSetup | null =>
  byIntentStatement(db).get({ intentId }) ?? null

const byIntentStatement = oncePerDatabase((db) =>
  db
    .select()
    .from(cardSetups)
    .where(eq(cardSetups.intentId, sql.placeholder('intentId')))
    .prepare(),
)

export const setupById = (db: Db, id: number): CardSetup | null =>
  db.select().from(cardSetups).where(eq(cardSetups.id, id)).get() ?? null

export function cardOfSetup(
  db: Db,
  { userId, paymentMethodId }: Pick<CardSetup, 'userId' | 'paymentMethodId'>,
): StoredCard | null {
  if (paymentMethodId === null) return null
  const isOwnCard = and(eq(storedCards.paymentMethodId, paymentMethodId), eq(storedCards.userId, userId))
  return db.select().from(storedCards).where(isOwnCard).get() ?? null
}

/** The confirmation, the page after the bank's challenge and the webhook all call this, in any order. */
export function settleSetup(
  { db, clock, wallClock, config }: Services,
  snapshot: IntentSnapshot,
): Promise<void> {
  return durably(db, (tx) => {
    const setup = setupByIntent(tx, snapshot.id)
    if (setup?.status !== 'open') return
    const settledAt = wallClock.now()
    const isSameMode = snapshot.livemode === config.payments.livemode
    if (snapshot.status === 'succeeded' && snapshot.savedCard && isSameMode) {
      const { paymentMethodId } = snapshot.savedCard
      const wasKnown = keepOwn(tx, setup, snapshot, clock.now())
      return conclude(tx, setup, { status: 'kept', paymentMethodId, wasKnown, settledAt })
    }
    if (snapshot.status === 'declined') {
      const status = snapshot.countsAsDecline ? 'declined' : 'failed'
      return conclude(tx, setup, { status, failure: snapshot.declined, settledAt })
    }
    if (['canceled', 'succeeded', 'lost'].includes(snapshot.status))
      conclude(tx, setup, { status: 'failed', settledAt })
  })
}

export const refuseSetup = ({ db, wallClock }: Services, { id }: CardSetup, failure: string) =>
  durably(db, (tx) => {
    const setup = setupById(tx, id)
    if (setup?.status === 'open')
      conclude(tx, setup, { status: 'declined', failure, settledAt: wallClock.now() })
  })

/** Saves only a card of the account's own customer. A card saved before keeps its row and gets the new method. */
function keepOwn(
  tx: DurableTx,
  setup: CardSetup,
  { savedCard, card }: IntentSnapshot,
  keptAt: Instant,
): boolean {
  const user = tx.select().from(users).where(eq(users.id, setup.userId)).get()
  if (!user || savedCard?.customerId !== user.providerCustomerId) return false
  const { customerId: providerCustomerId, paymentMethodId } = savedCard
  const details = { providerCustomerId, paymentMethodId, ...card, keptAt }
  const known = cardOfSetup(tx, { userId: user.id, paymentMethodId }) ?? sameCards(tx, user.id, details)[0]
  if (known) renewCard(tx, known, details, keptAt)
  else
    tx.insert(storedCards)
      .values({ ...details, userId: user.id, email: user.email })
      .onConflictDoNothing()
      .run()
  ensureDefaultCard(tx, user.id)
  return known !== undefined
}

type Conclusion = Pick<CardSetup, 'status' | 'settledAt'> &
  Partial<Pick<CardSetup, 'failure' | 'paymentMethodId' | 'wasKnown'>>

function conclude(tx: Tx, { id }: CardSetup, conclusion: Conclusion) {
  tx.update(cardSetups).set(conclusion).where(eq(cardSetups.id, id)).run()
}
