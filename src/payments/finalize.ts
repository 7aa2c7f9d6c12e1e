import { type DurableTx, durably, type Tx } from '#db/client.ts'
import type { Order, Payment } from '#db/schema/index.ts'
import { recordPurchase } from '../analytics/purchases.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Completion, completeOrder } from '../orders/complete.ts'
import { issueCards } from '../orders/issue-cards.ts'
import { mailReceipt } from '../orders/mails.tsx'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { startsMembership } from '../orders/recurring-rules.ts'
import { isOpen } from '../orders/states.ts'
import { isGiftBox } from '../pricing/bought-cards.ts'
import type { Services } from '../services.ts'
import { recordDeclines } from './card-testing.ts'
import { saveCard } from './cards.ts'
import { closeOpenPayment } from './closing.ts'
import { endExtraCharge } from './extra-charges.ts'
import { takeExtraMoney } from './extra-money.ts'
import { flagRepeatedFirstOrder } from './first-order.ts'
import { keepsCard } from './flow.ts'
import { enqueueCaptures } from './held-money.ts'
import { flagMismatch, keepMoney, receiveMoney, returnMoney } from './incoming-money.ts'
import { paymentByIntent } from './payments.ts'
import type { IntentSnapshot } from './provider.ts'
import { recordUpdate } from './updates.ts'
import { isFirstDelivery, type Webhook } from './webhook-events.ts'

export type Settlement =
  | 'completed' // the order is paid, by this call
  | 'changed' // a placed order, by the extra money for it
  | 'money_returned' // the money arrived but the order could not be completed: a refund is on its way
  | 'noted' // not final yet, or declined by the bank
  | 'settled_before' // nothing left to do
  | 'unknown_intent'

/** `declinedCharge`: from the event itself, because a later charge may have replaced it on the intent. */
type IntentEvent = Webhook & { declinedCharge: string | null }

/**
 * FINALIZE, the third phase. Webhook, poll, return page and reconciliation all call it, in any order and even at
 * once. All that follows from a payment is one transaction, and happens once. A repeated event changes nothing.
 */
export async function settle(
  services: Services,
  intent: IntentSnapshot,
  event?: IntentEvent,
): Promise<Settlement> {
  const { db, clock, wallClock, metrics } = services
  const settlement = await durably(db, (tx): Settlement => {
    if (event && !isFirstDelivery(tx, event, wallClock.now())) return 'settled_before'
    const payment = paymentByIntent(tx, intent.id)
    if (!payment) return unknownIntent(tx, intent, clock.now())
    const charges = declinedChargesOf(payment, intent, event)
    const isNewDecline = recordDeclines(tx, services, payment, charges)
    if (hasHoldEnded(payment, intent)) enqueueCaptures(tx, [payment], clock.now(), ':ended')
    if (payment.status !== 'open' && !isLateMoney(payment, intent)) return 'settled_before'
    const isExtra = payment.flow === 'extra'
    if (intent.status === 'succeeded')
      return isExtra
        ? takeExtraMoney(tx, services, payment, intent)
        : takeMoney(tx, services, payment, intent)
    recordUpdate(tx, services, payment, intent, isNewDecline)
    if (isExtra && (intent.status === 'canceled' || intent.status === 'lost')) endExtraCharge(tx, payment)
    return 'noted'
  })
  if (settlement === 'completed') metrics.orders.inc()
  if (settlement === 'money_returned' && intent.receivedCents > 0) metrics.refunds.inc()
  return settlement
}

/** `alc-free`: no payment and no card to save, so the order completes without the provider. */
export async function settleFree(
  services: Services,
  orderId: number,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const { db, clock, wallClock, metrics, config } = services
  const outcome = await durably(db, (tx) => {
    const now = clock.now()
    const order = orderById(tx, orderId)
    if (order.placedAt !== null) return { ok: true, isNew: false } as const
    if (startsMembership(order)) return { ok: false, message: CHANGED } as const
    const completion = completeOrder(tx, order, 0, now)
    if (!completion.ok) return { ok: false, message: completion.message } as const
    closeOpenPayment(tx, orderId, wallClock.now())
    enqueueFollowUps(tx, completion.order, config, now)
    return { ok: true, isNew: true } as const
  })
  if (outcome.ok && outcome.isNew) metrics.orders.inc()
  return outcome
}

/** A provider that names no charge has declined this try. */
function declinedChargesOf({ tries }: Payment, intent: IntentSnapshot, event?: IntentEvent): string[] {
  const named = [intent.declinedCharge, event?.declinedCharge].filter((id) => typeof id === 'string')
  const isUnnamed = named.length === 0 && intent.status === 'declined' && intent.countsAsDecline
  return isUnnamed ? [`${intent.id}:${tries}`] : named
}

/** A charge that succeeds after we gave the attempt up is settled or refunded like any other. */
const isLateMoney = ({ status }: Payment, intent: IntentSnapshot) =>
  (status === 'canceled' || status === 'lost') && intent.status === 'succeeded' && intent.receivedCents > 0

/** By the bank, or in the provider's dashboard. */
const hasHoldEnded = ({ heldUntil }: Payment, intent: IntentSnapshot) =>
  heldUntil !== null && intent.heldUntil === null && intent.status !== 'lost'

/** We keep money only for the exact order and amount that it was requested for, and refund it otherwise. */
function takeMoney(
  tx: DurableTx,
  { clock, wallClock, config }: Services,
  payment: Payment,
  intent: IntentSnapshot,
): Settlement {
  const [now, wallNow] = [clock.now(), wallClock.now()]
  const order = orderById(tx, payment.orderId)
  const problem = receiveMoney(tx, { payment, order, intent }, config, now)
  const completed = problem
    ? ({ ok: false, reason: 'amount_mismatch', message: "The payment didn't match the order." } as const)
    : complete(tx, order, payment, intent, now)
  if (!completed.ok) {
    if (!problem && completed.reason === 'amount_mismatch') {
      flagMismatch(tx, order, intent.id, completed.message, now)
    }
    if (isOpen(order.state)) changeOpenOrder(tx, order, now)
    returnMoney(tx, payment, { intent, failure: completed.message, now, wallNow })
    return 'money_returned'
  }
  keepMoney(tx, payment, intent, wallNow)
  if (keepsCard(payment.flow)) saveCard(tx, completed.order, intent, now)
  if (completed.promotion) flagRepeatedFirstOrder(tx, completed.order, intent.card, now)
  enqueueFollowUps(tx, completed.order, config, now)
  return 'completed'
}

const CHANGED = 'Your box changed during payment.'

/** A card given for a one-time box must not be saved, and a membership needs its card saved. */
function complete(
  tx: DurableTx,
  order: Order,
  payment: Payment,
  intent: IntentSnapshot,
  now: Instant,
): Completion {
  if (isOpen(order.state) && keepsCard(payment.flow) !== startsMembership(order))
    return { ok: false, reason: 'not_completable', message: CHANGED }
  return completeOrder(tx, order, intent.receivedCents, now)
}

/** The keys are the order's, so each happens once. */
function enqueueFollowUps(tx: DurableTx, order: Order, config: Services['config'], now: Instant) {
  issueCards(tx, order, config, now)
  if (!order.giftCents || !isGiftBox(tx, order.id))
    enqueue(tx, mailReceipt, { orderId: order.id }, { key: `receipt:${order.token}`, now })
  enqueue(tx, recordPurchase, { orderId: order.id }, { key: `purchase:${order.token}`, now })
}

/** Not our intent, or one from before a database restore. */
function unknownIntent(tx: Tx, intent: IntentSnapshot, now: Instant): Settlement {
  if (intent.status === 'succeeded' && intent.orderToken !== null) {
    flagForStaff(tx, {
      kind: 'unknown_payment',
      key: `unknown:${intent.id}`,
      detail: `Intent ${intent.id} was paid, but no order has it.`,
      now,
    })
  }
  return 'unknown_intent'
}
