import { and, count, desc, eq, gt } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type CardSetup, cardSetups, type StoredCard, storedCards, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { renewCard, sameCards, settleIn } from './cards.ts'
import { MAX_DECLINES } from './payments.ts'
import type { IntentSnapshot } from './provider.ts'

const DECLINE_WINDOW_MS = 3600_000

/** So many refused cards of one account in an hour look like somebody trying out stolen ones. */
export function isDeclinedTooOftenByUser(db: Db, userId: number, wallNow: Instant): boolean {
  const recent = and(
    eq(cardSetups.userId, userId),
    eq(cardSetups.status, 'declined'),
    gt(cardSetups.settledAt, wallNow - DECLINE_WINDOW_MS),
  )
  return (db.select({ of: count() }).from(cardSetups).where(recent).get()?.of ?? 0) >= MAX_DECLINES
}

/** The try at keeping a card under way, begun here if there is none. Committed before the provider is called. */
export const beginSetup = (
  { db, chance, wallClock }: Services,
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
      .values({ token: chance.token(), userId, mark, status: 'open', createdAt })
      .returning()
      .get()
  })

/** The call that makes the intent has a key of the try's own, so that it brings the same id however often it is made. */
export const noteSetupIntent = (db: Db, { id }: CardSetup, intentId: string) =>
  durably(db, (tx) => void tx.update(cardSetups).set({ intentId }).where(eq(cardSetups.id, id)).run())

/** The one way from the token in an address to a try: through its account. */
export const findSetup = (db: Db, userId: number, token: string): CardSetup | null =>
  db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.token, token), eq(cardSetups.userId, userId)))
    .get() ?? null

export const setupByIntent = (db: Db, intentId: string): CardSetup | null =>
  db.select().from(cardSetups).where(eq(cardSetups.intentId, intentId)).get() ?? null

export const setupById = (db: Db, id: number): CardSetup | null =>
  db.select().from(cardSetups).where(eq(cardSetups.id, id)).get() ?? null

/** The card that a try brought, as long as its account has it. */
export function cardOfSetup(
  db: Db,
  { userId, paymentMethodId }: Pick<CardSetup, 'userId' | 'paymentMethodId'>,
): StoredCard | null {
  if (paymentMethodId === null) return null
  const mine = and(eq(storedCards.paymentMethodId, paymentMethodId), eq(storedCards.userId, userId))
  return db.select().from(storedCards).where(mine).get() ?? null
}

/**
 * What the provider says of a setup becomes what the account has. The answer to a confirmation, the page that comes
 * back from the bank and the webhook all call this, in any order; a card is kept once.
 */
export function settleSetup({ db, clock, wallClock, config }: Services, news: IntentSnapshot): Promise<void> {
  return durably(db, (tx) => {
    const setup = setupByIntent(tx, news.id)
    if (setup?.status !== 'open') return
    const settledAt = wallClock.now()
    const isOurs = news.livemode === config.payments.secretKey.startsWith('sk_live')
    if (news.status === 'succeeded' && news.kept && isOurs) {
      const { paymentMethodId } = news.kept
      const wasKnown = keepOwn(tx, setup, news, clock.now())
      return conclude(tx, setup, { status: 'kept', paymentMethodId, wasKnown, settledAt })
    }
    if (news.status === 'declined') {
      const status = news.countsAsDecline ? 'declined' : 'failed'
      return conclude(tx, setup, { status, failure: news.declined, settledAt })
    }
    if (news.status === 'canceled' || news.status === 'succeeded')
      conclude(tx, setup, { status: 'failed', settledAt })
  })
}

/** The card was refused with these words, unless something else became of the try. */
export const refuseSetup = ({ db, wallClock }: Services, { id }: CardSetup, failure: string) =>
  durably(db, (tx) => {
    const setup = setupById(tx, id)
    if (setup?.status === 'open')
      conclude(tx, setup, { status: 'declined', failure, settledAt: wallClock.now() })
  })

/**
 * A card of the account's own customer: whatever was asked for, nothing else is kept under it. One that the account has
 * is renewed where it stands, also under an order that it pays for: it is the same card, by a newer way.
 * @returns whether the account had it
 */
function keepOwn(tx: DurableTx, setup: CardSetup, { kept, card }: IntentSnapshot, keptAt: Instant): boolean {
  const user = tx.select().from(users).where(eq(users.id, setup.userId)).get()
  if (!user || kept?.customerId !== user.providerCustomerId) return false
  const { customerId: providerCustomerId, paymentMethodId } = kept
  const given = { providerCustomerId, paymentMethodId, ...card, keptAt }
  const known = cardOfSetup(tx, { userId: user.id, paymentMethodId }) ?? sameCards(tx, user.id, given)[0]
  if (known) renewCard(tx, known, given, keptAt)
  else
    tx.insert(storedCards)
      .values({ ...given, userId: user.id, email: user.email })
      .onConflictDoNothing()
      .run()
  settleIn(tx, user.id)
  return known !== undefined
}

type Conclusion = Pick<CardSetup, 'status' | 'settledAt'> &
  Partial<Pick<CardSetup, 'failure' | 'paymentMethodId' | 'wasKnown'>>

function conclude(tx: Tx, { id }: CardSetup, conclusion: Conclusion) {
  tx.update(cardSetups).set(conclusion).where(eq(cardSetups.id, id)).run()
}
