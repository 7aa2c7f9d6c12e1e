import { and, isNotNull, ne, or, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import { type Payment, payments } from '#db/schema/index.ts'
import { attemptRows } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { losePayment } from './closing.ts'
import { isProviderTrouble } from './provider.ts'

/** Null: the key may not read its account. */
const accounts = new WeakMap<Stripe, string | null>()

/** The account that our key belongs to, if the provider has told us yet. */
export const knownAccount = (stripe: Stripe): string | null => accounts.get(stripe) ?? null

/** Asked once for each client, and again in a later round if the provider is down. */
export async function learnAccount({ stripe, log }: Services) {
  if (accounts.has(stripe)) return
  try {
    accounts.set(stripe, (await stripe.accounts.retrieveCurrent()).id)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    if (isFinalRefusal(error)) accounts.set(stripe, null)
    log.warn({ err: error }, 'the payment provider did not name our account')
  }
}

const isFinalRefusal = (error: unknown) =>
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

/** After a change of keys, our own calls can't reach the intents of the account or mode before it. */
export async function closeForeignPayments(services: Services) {
  const { db, clock, wallClock } = services
  const times = { now: clock.now(), wallNow: wallClock.now() }
  if (foreignPayments(services, 1).length === 0) return
  await durably(db, (tx) => {
    attemptRows(
      tx,
      services,
      {
        failure: 'a payment of another account could not be closed',
        about: (paymentId) => ({ paymentId }),
        limit: BATCH,
        waiting: (limit) => foreignPayments(services, limit),
        work: (payment) =>
          losePayment(tx, payment, 'it belongs to another account or mode than our key.', times),
      },
      new Set(),
    )
  })
}

function foreignPayments({ db, stripe, config }: Services, limit: number): Payment[] {
  const account = knownAccount(stripe)
  const isForeign = or(
    ne(payments.livemode, config.payments.livemode),
    account === null ? undefined : ne(payments.providerAccount, account),
  )
  return db
    .select()
    .from(payments)
    .where(and(sql`${payments.status} = 'open'`, isNotNull(payments.intentId), isForeign))
    .limit(limit)
    .all()
}

const BATCH = 200
