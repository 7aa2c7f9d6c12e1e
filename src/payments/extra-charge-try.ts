import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import type { Order, Payment } from '#db/schema/index.ts'
import { endCharge } from '../orders/open-order.ts'
import type { Refusal } from '../orders/readiness.ts'
import type { Services } from '../services.ts'
import { isAboutCard } from './confirm.ts'
import { beginExtraTry, extraChargeOf } from './extra-charges.ts'
import { settle } from './finalize.ts'
import { CARD_UNUSABLE } from './intents.ts'
import { paymentById } from './payments.ts'
import { fetchIntent, ifAnswered, isFinished, isProviderTrouble } from './provider.ts'
import { PAYMENT_FAILED_SENTENCE } from './rules.ts'

export type ExtraOutcome =
  | { outcome: 'changed' }
  /** The page asks for a card, or for the bank's confirmation. */
  | { outcome: 'card_needed' | 'challenge' }
  | { outcome: 'declined'; message: string }
  /** The bank is still working, or its answer did not reach us. */
  | { outcome: 'pending' }
  | { outcome: 'returned'; message: string }
  | { outcome: 'stale' }
  | { outcome: 'refused'; refusal: Refusal }

export type Attempt = Payment & { intentId: string }

/** Once the shopper is asked on session, the bank asks them itself. */
export const seenByShopper = (outcome: TryOutcome): ExtraOutcome =>
  outcome.outcome === 'authenticate' ? { outcome: 'declined', message: PAYMENT_FAILED_SENTENCE } : outcome

type CardTry = { method: () => Promise<string>; options: Stripe.PaymentIntentConfirmParams }
type TryOutcome = ExtraOutcome | { outcome: 'authenticate' }

export async function tryCard(
  services: Services,
  order: Order,
  { id, intentId }: Attempt,
  { method, options }: CardTry,
): Promise<TryOutcome> {
  const { db, clock, stripe } = services
  const begun = await durably(db, (tx) => beginExtraTry(tx, id, clock.now()))
  if (!begun) return { outcome: 'stale' }
  let answer: { message: string | null; error: unknown } = { message: null, error: null }
  try {
    const key = `confirm:${order.token}:${begun.attempt}:${begun.tries}`
    const details = { ...options, payment_method: await method() }
    await stripe.paymentIntents.confirm(intentId, details, { idempotencyKey: key })
  } catch (error) {
    if (isAboutCard(error)) {
      await dropLease(services, order.id)
      return { outcome: 'refused', refusal: CARD_UNUSABLE }
    }
    const isUnauthenticated =
      error instanceof Stripe.errors.StripeCardError && error.code === 'authentication_required'
    if (isUnauthenticated && options.off_session) {
      await dropLease(services, order.id)
      return { outcome: 'authenticate' }
    }
    if (error instanceof Stripe.errors.StripeCardError) answer = { message: error.message, error: null }
    else if (isFinished(error)) answer = { message: null, error: null }
    else if (isProviderTrouble(error)) answer = { message: null, error }
    else throw error
  }
  return conclude(services, order, id, intentId, answer)
}

const dropLease = ({ db }: Services, orderId: number) => durably(db, (tx) => void endCharge(tx, orderId))

async function conclude(
  services: Services,
  order: Order,
  paymentId: number,
  intentId: string,
  { message, error }: { message: string | null; error: unknown },
): Promise<ExtraOutcome> {
  const snapshot = await ifAnswered(services, () => fetchIntent(services.stripe, intentId))
  if (snapshot) await settle(services, snapshot)
  if (message !== null) await dropLease(services, order.id)
  const { status } = paymentById(services.db, paymentId)
  if (message !== null && status === 'open') return { outcome: 'declined', message }
  if (error !== null && status === 'open' && snapshot?.status !== 'processing') throw error
  return outcomeOf(services, paymentId, snapshot?.status ?? null)
}

export function outcomeOf({ db }: Services, paymentId: number, providerStatus: string | null): ExtraOutcome {
  const { status, failure, declinedAt } = paymentById(db, paymentId)
  if (status === 'succeeded') return { outcome: 'changed' }
  if (status === 'refunded') return { outcome: 'returned', message: failure ?? '' }
  if (status !== 'open' || extraChargeOf(db, paymentId) === null) return { outcome: 'stale' }
  if (declinedAt !== null) return { outcome: 'declined', message: failure ?? PAYMENT_FAILED_SENTENCE }
  return { outcome: providerStatus === 'waiting' ? 'challenge' : 'pending' }
}
