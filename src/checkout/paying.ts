import type { Order } from '#db/schema/index.ts'
import { type Prepared, prepareOrder } from '../orders/prepare.ts'
import type { Refusal } from '../orders/readiness.ts'
import { beginCharge, CHANGED } from '../payments/charge-lease.ts'
import { settleFree } from '../payments/finalize.ts'
import { flowOf } from '../payments/flow.ts'
import { attemptsRefusal, ensureIntent } from '../payments/intents.ts'
import { beginAttempt } from '../payments/payments.ts'
import { PAYMENT_FAILED_SENTENCE } from '../payments/rules.ts'
import { currentTotals } from '../pricing/facts.ts'
import type { Services } from '../services.ts'
import { giftChangedSentence, totalChangedSentence } from './sentences.ts'
import { changedRefusal, type Shown } from './shown.ts'

export type Ready = { ok: true; totalCents: number; giftCents: number } | { ok: false; refusal: Refusal }

export type PayRequest = {
  /** To the terms of service. */
  agreed: boolean
  network: string
  /** The page charges next, so the order can't change until the outcome. */
  chargesNext?: boolean
  /** Of the kept card that will be charged. */
  customer?: string | null
  shown?: Shown | undefined
}

/**
 * Everything before the charge: PREPARE, then an intent for the frozen total.
 * @throws a StripeError when the provider is unreachable; the prepared hold then expires
 */
export async function prepareToPay(services: Services, order: Order, request: PayRequest): Promise<Ready> {
  const { agreed, network, chargesNext = false, customer = null, shown } = request
  const tooManyRequests = attemptsRefusal(services, order)
  if (tooManyRequests) return { ok: false, refusal: tooManyRequests }
  const prepared = await prepare(services, order, agreed)
  if (!prepared.ok) return prepared
  const changed = shown ? changedRefusal(prepared.order, shown) : null
  if (changed) return { ok: false, refusal: changed }
  await beginAttempt(services.db, order.id)
  const intent = await ensureIntent(services, order.id, network, customer)
  if (!intent.ok) return intent
  if (chargesNext && intent.intentId !== null && !(await beginCharge(services, order.id)))
    return { ok: false, refusal: CHANGED }
  const { totalCents, giftCents } = prepared.order
  return { ok: true, totalCents: totalCents ?? 0, giftCents: giftCents ?? 0 }
}

/** Forms send what they showed of gift cards and store credit: with nothing else to pay, no total shows a change. */
export function giftRefusal(
  { totalCents, giftCents }: Pick<Order, 'totalCents' | 'giftCents'>,
  shownGiftCents: number | null,
): Refusal | null {
  const nowCents = giftCents ?? 0
  if (totalCents !== 0 || shownGiftCents === null || shownGiftCents === nowCents) return null
  return { code: 'price_changed', message: giftChangedSentence(nowCents) }
}

type FreeOrder = { agreed: boolean; shownGiftCents: number | null; shown?: Shown | undefined }

/** Places an order with nothing left to pay. Refuses any other order without changing it. */
export async function placeFreeOrder(
  services: Services,
  order: Order,
  { agreed, shownGiftCents, shown }: FreeOrder,
): Promise<{ ok: true } | { ok: false; refusal: Refusal }> {
  const { totalCents } = currentTotals(services.db, order, services.clock.now())
  if (flowOf(order, totalCents) !== 'alc-free') {
    const message = totalCents > 0 ? totalChangedSentence(totalCents) : PAYMENT_FAILED_SENTENCE
    return { ok: false, refusal: { code: 'payment_required', message } }
  }
  const prepared = await prepare(services, order, agreed)
  if (!prepared.ok) return prepared
  const changed = shown ? changedRefusal(prepared.order, shown) : null
  const refusal = changed ?? giftRefusal(prepared.order, shownGiftCents)
  if (refusal) return { ok: false, refusal }
  const settled = await settleFree(services, order.id)
  return settled.ok ? settled : { ok: false, refusal: { code: 'not_completable', message: settled.message } }
}

const prepare = ({ db, clock, config }: Services, order: Order, agreed: boolean): Promise<Prepared> =>
  prepareOrder(db, order.id, { now: clock.now(), holdSeconds: config.holdSeconds, agreed })
