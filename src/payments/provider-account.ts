import { and, isNotNull, ne, or, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import { payments } from '#db/schema/index.ts'
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
export async function closeForeignPayments({ db, stripe, config, clock, wallClock }: Services) {
  const account = knownAccount(stripe)
  const isForeign = or(
    ne(payments.livemode, config.payments.livemode),
    account === null ? undefined : ne(payments.providerAccount, account),
  )
  const foreign = db
    .select()
    .from(payments)
    .where(and(sql`${payments.status} = 'open'`, isNotNull(payments.intentId), isForeign))
    .limit(BATCH)
    .all()
  if (foreign.length === 0) return
  const times = { now: clock.now(), wallNow: wallClock.now() }
  await durably(db, (tx) => {
    for (const payment of foreign)
      losePayment(tx, payment, 'it belongs to another account or mode than our key.', times)
  })
}

const BATCH = 200
