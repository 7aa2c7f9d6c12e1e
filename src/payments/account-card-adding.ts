import { and, eq, isNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import { type CardSetup, type StoredCard, type User, users } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { forgetCustomerLater } from './account-card-jobs.ts'
import {
  beginSetup,
  cardOfSetup,
  isDeclinedTooOftenByUser,
  noteSetupIntent,
  refuseSetup,
  settleSetup,
  setupById,
} from './account-card-setups.ts'
import { cancelIntent, fetchIntent, isFinished, isProviderTrouble } from './provider.ts'
import { inTurn } from './single-flight.ts'

export type CardAdding =
  /** `wasKnown`: the account had this very card, which is up to date now. */
  | { outcome: 'kept'; card: StoredCard; wasKnown: boolean }
  /** The bank wants to know that it is the shopper, which only the page can ask. */
  | { outcome: 'asked'; setupToken: string }
  /** Nothing is known yet: should it be kept, it comes by itself. */
  | { outcome: 'pending' }
  /** With the bank's words, where it has any. */
  | { outcome: 'declined'; reason: string | null }
  | { outcome: 'too_many' }
  /** Closed while the provider was asked: it keeps nothing of the card. */
  | { outcome: 'account_gone' }

/**
 * Keeps a card for an account, by the name that the provider's form gave it. Whose it becomes the session says: the
 * customer at the provider is the account's own. The same name sent again, or twice at once, is one card.
 * @throws a StripeError when nothing is known of the try: it may be repeated
 */
export function addCard(services: Services, user: User, name: string): Promise<CardAdding> {
  return inTurn(`cards:${user.id}`, async (): Promise<CardAdding> => {
    const setup = await beginSetup(services, user.id, sha256(name).slice(0, 22))
    if (setup.status !== 'open') return whatBecame(services, setup)
    if (isDeclinedTooOftenByUser(services.db, user.id, services.wallClock.now()))
      return { outcome: 'too_many' }
    const confirmed = await confirmSetup(services, user, setup, name)
    if (confirmed === null) return { outcome: 'account_gone' }
    return hear(services, setup, confirmed.intentId, confirmed.refusal)
  })
}

/** What became of a try whose question the bank has put meanwhile. */
export const applySetupUpdate = (services: Services, setup: CardSetup): Promise<CardAdding> =>
  setup.status === 'open' && setup.intentId !== null
    ? hear(services, setup, setup.intentId)
    : Promise.resolve(whatBecame(services, setup))

/** With what the page carries out the bank's question; null where there is none. @throws a StripeError */
export async function challengeOfSetup(
  { stripe }: Services,
  { intentId }: CardSetup,
): Promise<string | null> {
  if (intentId === null) return null
  const intent = await stripe.setupIntents.retrieve(intentId)
  return intent.status === 'requires_action' ? intent.client_secret : null
}

type Confirmed = { intentId: string; refusal: string | null }

/**
 * All keys are the try's own, so that whatever is repeated after a crash or a lost answer is done once.
 * @returns null where the account is gone
 */
async function confirmSetup(
  services: Services,
  user: User,
  setup: CardSetup,
  name: string,
): Promise<Confirmed | null> {
  const intentId = setup.intentId ?? (await createIntent(services, user, setup))
  if (intentId === null || !setupById(services.db, setup.id)) return null
  const return_url = services.config.appUrl + paths.newCard({ setup: setup.token })
  try {
    const payment_method = name.startsWith('pm_') ? name : await methodOf(services, setup, name)
    await services.stripe.setupIntents.confirm(
      intentId,
      { payment_method, return_url, use_stripe_sdk: true },
      { idempotencyKey: `confirm:${setup.token}` },
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { intentId, refusal: error.message }
    if (!isFinished(error)) throw error // by another hand: the intent itself tells
  }
  return { intentId, refusal: null }
}

async function createIntent(services: Services, user: User, setup: CardSetup): Promise<string | null> {
  const customer = await customerOf(services, user)
  if (customer === null) return null
  const { id } = await services.stripe.setupIntents.create(
    {
      customer,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      metadata: { card_setup: setup.token },
    },
    { idempotencyKey: `si:${setup.token}` },
  )
  await noteSetupIntent(services.db, setup, id)
  return id
}

async function methodOf({ stripe }: Services, setup: CardSetup, name: string): Promise<string> {
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token: name } },
    { idempotencyKey: `pm:${setup.token}` },
  )
  return method.id
}

/** The account's customer at the provider, made with its first card; null where the account was closed meanwhile. */
async function customerOf({ stripe, db, clock }: Services, user: User): Promise<string | null> {
  if (user.providerCustomerId !== null) return user.providerCustomerId
  const { id } = await stripe.customers.create(
    { metadata: { account_token: user.token } },
    { idempotencyKey: `cus:account:${user.token}` },
  )
  return durably(db, (tx) => {
    const mine = eq(users.id, user.id)
    tx.update(users)
      .set({ providerCustomerId: id })
      .where(and(mine, isNull(users.providerCustomerId)))
      .run()
    const account = tx.select().from(users).where(mine).get()
    if (!account) forgetCustomerLater(tx, id, clock.now())
    return account?.providerCustomerId ?? null
  })
}

async function hear(
  services: Services,
  setup: CardSetup,
  intentId: string,
  refusal: string | null = null,
): Promise<CardAdding> {
  const news = await fetchIntent(services.stripe, intentId)
  await settleSetup(services, news)
  // Some cards are refused before the intent has heard of them.
  if (refusal !== null) await refuseSetup(services, setup, refusal)
  const now = setupById(services.db, setup.id)
  if (!now) return { outcome: 'account_gone' }
  // With what the page knows of a setup that came to nothing, no further card is tried out behind our back.
  if (now.status === 'declined' || now.status === 'failed') await end(services, intentId)
  return now.status === 'open' && news.status === 'processing'
    ? { outcome: 'pending' }
    : whatBecame(services, now)
}

async function end({ stripe, log }: Services, intentId: string) {
  try {
    await cancelIntent(stripe, intentId)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    log.warn({ err: error }, 'a setup that came to nothing could not be ended')
  }
}

function whatBecame({ db }: Services, setup: CardSetup): CardAdding {
  const card = setup.status === 'kept' ? cardOfSetup(db, setup) : null
  if (card) return { outcome: 'kept', card, wasKnown: setup.wasKnown }
  if (setup.status === 'open') return { outcome: 'asked', setupToken: setup.token }
  return { outcome: 'declined', reason: setup.failure }
}
