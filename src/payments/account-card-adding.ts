import { and, eq, isNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import { type CardSetup, type StoredCard, type User, users } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { forgetCustomerLater } from './account-card-jobs.ts'
import {
  cardOfSetup,
  findOrCreateSetup,
  isDeclinedTooOftenByUser,
  refuseSetup,
  saveSetupIntent,
  settleSetup,
  setupById,
} from './account-card-setups.ts'
import { forgetUnknownCustomer } from './customers.ts'
import { cancelIntent, fetchIntent, ifAnswered, isFinished, isMissing } from './provider.ts'
import { withMutex } from './single-flight.ts'

export type CardAdding =
  | { outcome: 'saved'; card: StoredCard; wasKnown: boolean }
  /** The bank wants the shopper to authenticate, which only the page can do. */
  | { outcome: 'challenge'; setupToken: string }
  /** Not known yet. If the provider keeps the card, its webhook adds it. */
  | { outcome: 'pending' }
  | { outcome: 'declined'; reason: string | null }
  | { outcome: 'too_many' }
  | { outcome: 'account_gone' }

/** The same token sent again, or twice at once, saves one card. @throws a StripeError when the outcome is unknown */
export function addCard(services: Services, user: User, cardToken: string): Promise<CardAdding> {
  return withMutex(services, `cards:${user.id}`, async (): Promise<CardAdding> => {
    const setup = await findOrCreateSetup(services, user.id, sha256(cardToken).slice(0, 22))
    if (setup.status !== 'open') return outcomeOf(services, setup)
    if (isDeclinedTooOftenByUser(services.db, user.id, services.wallClock.now()))
      return { outcome: 'too_many' }
    const confirmed = await confirmSetup(services, user, setup, cardToken)
    if (confirmed === null) return { outcome: 'account_gone' }
    return refreshSetup(services, setup, confirmed.intentId, confirmed.refusal)
  })
}

export const applySetupUpdate = (services: Services, setup: CardSetup): Promise<CardAdding> =>
  setup.status === 'open' && setup.intentId !== null
    ? refreshSetup(services, setup, setup.intentId)
    : Promise.resolve(outcomeOf(services, setup))

/** The client secret for the bank's challenge, or null when there is none. @throws a StripeError */
export async function challengeOfSetup(
  { stripe }: Services,
  { intentId }: CardSetup,
): Promise<string | null> {
  if (intentId === null) return null
  const intent = await stripe.setupIntents.retrieve(intentId)
  return intent.status === 'requires_action' ? intent.client_secret : null
}

type Confirmed = { intentId: string; refusal: string | null }

/** Every key belongs to the setup, so a repeat after a crash takes effect once. Null: the account is gone. */
async function confirmSetup(
  services: Services,
  user: User,
  setup: CardSetup,
  cardToken: string,
): Promise<Confirmed | null> {
  const intentId = setup.intentId ?? (await createIntent(services, user, setup))
  if (intentId === null || !setupById(services.db, setup.id)) return null
  const return_url = services.config.appUrl + paths.newCard({ setup: setup.token })
  try {
    const payment_method = cardToken.startsWith('pm_')
      ? cardToken
      : await createMethod(services, setup, cardToken)
    await services.stripe.setupIntents.confirm(
      intentId,
      { payment_method, return_url, use_stripe_sdk: true },
      { idempotencyKey: `confirm:${setup.token}` },
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { intentId, refusal: error.message }
    if (!isFinished(error)) throw error // finished already; the intent has its status
  }
  return { intentId, refusal: null }
}

async function createIntent(services: Services, user: User, setup: CardSetup): Promise<string | null> {
  const customer = await customerOf(services, user)
  if (customer === null) return null
  try {
    const { id } = await services.stripe.setupIntents.create(
      {
        customer,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true },
        metadata: { card_setup: setup.token },
      },
      { idempotencyKey: `si:${setup.token}:${customer}` },
    )
    await saveSetupIntent(services.db, setup, id)
    return id
  } catch (error) {
    if (!isMissing(error) || user.providerCustomerId === null) throw error
    await forgetUnknownCustomer(services.db, customer)
    return createIntent(services, { ...user, providerCustomerId: null }, setup)
  }
}

async function createMethod({ stripe }: Services, setup: CardSetup, token: string): Promise<string> {
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `pm:${setup.token}` },
  )
  return method.id
}

/** Created with the account's first card. Null when the account was closed meanwhile. */
async function customerOf({ stripe, db, clock }: Services, user: User): Promise<string | null> {
  if (user.providerCustomerId !== null) return user.providerCustomerId
  const { id } = await stripe.customers.create(
    { metadata: { account_token: user.token } },
    { idempotencyKey: `cus:account:${user.token}` },
  )
  return durably(db, (tx) => {
    const isUser = eq(users.id, user.id)
    tx.update(users)
      .set({ providerCustomerId: id })
      .where(and(isUser, isNull(users.providerCustomerId)))
      .run()
    const account = tx.select().from(users).where(isUser).get()
    if (!account) forgetCustomerLater(tx, id, clock.now())
    return account?.providerCustomerId ?? null
  })
}

async function refreshSetup(
  services: Services,
  setup: CardSetup,
  intentId: string,
  refusal: string | null = null,
): Promise<CardAdding> {
  const intent = await fetchIntent(services.stripe, intentId)
  await settleSetup(services, intent)
  // The provider can refuse a card without recording it on the intent.
  if (refusal !== null) await refuseSetup(services, setup, refusal)
  const current = setupById(services.db, setup.id)
  if (!current) return { outcome: 'account_gone' }
  // The page knows the intent's client secret. Canceling keeps it from testing further cards that we would not count.
  if (current.status === 'declined' || current.status === 'failed')
    await ifAnswered(services, () => cancelIntent(services.stripe, intentId))
  return current.status === 'open' && intent.status === 'processing'
    ? { outcome: 'pending' }
    : outcomeOf(services, current)
}

function outcomeOf({ db }: Services, setup: CardSetup): CardAdding {
  const card = setup.status === 'kept' ? cardOfSetup(db, setup) : null
  if (card) return { outcome: 'saved', card, wasKnown: setup.wasKnown }
  if (setup.status === 'open') return { outcome: 'challenge', setupToken: setup.token }
  return { outcome: 'declined', reason: setup.failure }
}
