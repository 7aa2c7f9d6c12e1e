import { eq } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type ConsentWay, draftOrders, type Order, type StoredCard } from '#db/schema/index.ts'
import { payWithCard } from '../../checkout/steps/card-payment.ts'
import { formatCents } from '../../money.ts'
import { draftOf } from '../../orders/drafts.ts'
import { orderById } from '../../orders/orders.ts'
import { pricedOrder } from '../../orders/priced-order.ts'
import { readiness } from '../../orders/readiness.ts'
import { chargeableCard } from '../../payments/account-cards.ts'
import type { Confirmation } from '../../payments/confirm.ts'
import { ifAnswered } from '../../payments/provider.ts'
import type { Services } from '../../services.ts'
import {
  type By,
  type DraftChange,
  type DraftRefused,
  openDraft,
  recordDraft,
  refused,
} from './open-draft.ts'
import { staffWords } from './rules.ts'

export type ChargeRequest = {
  version: string
  cardId: string
  /** What the customer agreed to. */
  totalCents: number
  way: ConsentWay
  words: string
  network: string
}

const PAID = 'Paid. The customer gets the receipt by email.'
const NO_ANSWER =
  "The payment provider didn't answer, so we don't know yet whether the card was charged. The page will show it; charging again never charges twice."

/**
 * Records who agreed, to whom and in which words before the provider is asked. An order has one intent, so pressing
 * again, another tab or a crash never charge twice; what the provider did charge is settled like any payment.
 */
export async function chargeDraft(
  services: Services,
  order: Order,
  request: ChargeRequest,
  by: By,
): Promise<DraftChange> {
  const begun = await durably(services.db, (tx) => consent(tx, order, request, by))
  if (!begun.ok) return begun
  if (begun.card === null) return { ok: true, message: PAID }
  const { card } = begun
  const payment = {
    card: {
      token: card.paymentMethodId,
      billing: {},
      customer: card.providerCustomerId,
      offSession: true as const,
    },
    agreed: true,
    network: request.network,
    shownCents: request.totalCents,
    shownGiftCents: null,
  }
  const outcome = await ifAnswered(services, () => payWithCard(services, begun.order, payment))
  return outcome ? answerOf(outcome) : refused(503, NO_ANSWER)
}

type Begun = { ok: true; order: Order; card: StoredCard | null } | DraftRefused

/** A null card: it is paid already. */
function consent(tx: DurableTx, { id }: Order, request: ChargeRequest, by: By): Begun {
  const draft = draftOf(tx, id)
  if (draft?.state === 'paid' && draft.consentAt !== null)
    return { ok: true, order: orderById(tx, id), card: null }
  const isRepeat = draft?.consentById === by.user.id && draft.consentWords === request.words
  const current = orderById(tx, id)
  // An earlier try has prepared the order, which raised its version.
  const open = openDraft(tx, id, isRepeat ? String(current.version) : request.version, by)
  if (!open.ok) return open
  const { order } = open
  const card = chargeableCard(tx, order.userId === null ? null : { id: order.userId }, request.cardId, by.now)
  if (!card) return refused(409, 'We keep no card of this customer that can be charged. Please send a link.')
  if (open.draft.needsApproval) return refused(409, 'A colleague has to approve the prices first.')
  const { totalCents } = pricedOrder(tx, order, by.now).totals
  if (totalCents !== request.totalCents)
    return refused(
      409,
      `The box costs ${formatCents(totalCents)} now. Please ask the customer about that amount.`,
    )
  const ready = readiness(tx, { ...order, termsAcceptedAt: order.termsAcceptedAt ?? by.now }, by.now)
  if (!ready.ok && ready.refusal.code !== 'draft') return refused(409, staffWords(ready.refusal))
  if (isRepeat) return { ok: true, order, card }
  tx.update(draftOrders)
    .set({
      consentWay: request.way,
      consentWords: request.words,
      consentCents: totalCents,
      consentById: by.user.id,
      consentAt: by.now,
    })
    .where(eq(draftOrders.orderId, id))
    .run()
  recordDraft(tx, order, by, {
    verb: 'order.charge_agreed',
    detail: { amount_cents: totalCents, agreed_by: request.way },
  })
  return { ok: true, order, card }
}

function answerOf(outcome: Confirmation): DraftChange {
  switch (outcome.outcome) {
    case 'paid':
      return { ok: true, message: PAID }
    case 'pending':
      return {
        ok: true,
        message: 'The bank is still working on it. The order is placed once the money arrives.',
      }
    case 'challenge':
      return refused(
        402,
        'The bank wants the customer to confirm it themselves. Please send them a link to pay.',
      )
    case 'declined':
      return refused(
        402,
        `The card was declined: ${outcome.message} Nothing was charged. You can send a link to pay.`,
      )
    case 'refunding':
      return refused(409, 'The box could no longer be sent as it is, so the money is on its way back.')
    case 'refused':
      return refused(409, outcome.refusal.message)
  }
}
