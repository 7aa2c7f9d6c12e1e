import type { DurableTx } from '#db/client.ts'
import type { EditedBox, ExtraCharge, Order, Payment } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { announceEdit, writeBox } from '../orders/edit/apply.ts'
import { unitsOf } from '../orders/edit/box-lines.ts'
import { quoteEdit } from '../orders/edit/quote.ts'
import { endCharge } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { buyerOf } from '../orders/readiness.ts'
import { paidCents } from '../pricing/placed-price.ts'
import type { Services } from '../services.ts'
import { shortagesOf } from '../stock/stock.ts'
import { closePayment, lostKey } from './closing.ts'
import { endExtraCharge, extraChargeOf } from './extra-charges.ts'
import { mailMoneyReturned } from './mails.tsx'
import { recordMoney } from './money.ts'
import { type IntentSnapshot, mismatch } from './provider.ts'
import { oweRefund } from './refunds.ts'

/** Applies the change that an extra charge is for, or returns the money at once. Called by `settle` only. */
export function takeExtraMoney(
  tx: DurableTx,
  { clock, wallClock, config }: Services,
  payment: Payment,
  intent: IntentSnapshot,
): 'changed' | 'money_returned' {
  const now = clock.now()
  const { receivedCents } = intent
  endCharge(tx, payment.orderId)
  const order = orderById(tx, payment.orderId)
  if (receivedCents > 0) recordMoney(tx, order, 'charge', receivedCents, intent.id, now)
  if (payment.status === 'lost') closeFlag(tx, lostKey(payment), 'The provider told us of it again.', now)
  const problem = mismatch(intent, payment, order.token, config.payments.livemode)
  if (problem) flagMismatch(tx, order, intent, problem, now)
  const charge = extraChargeOf(tx, payment.id)
  const refusal = problem ? NO_MATCH : applyChange(tx, order, charge, receivedCents, now)
  endExtraCharge(tx, payment)
  if (refusal === null)
    closePayment(tx, payment, { ...paidWith(intent), status: 'succeeded', snapshotAt: wallClock.now() })
  else returnExtra(tx, payment, { intent, failure: refusal, now, wallNow: wallClock.now() })
  return refusal === null ? 'changed' : 'money_returned'
}

const NO_MATCH = "The payment didn't match the change."
const MEANWHILE = 'Your order changed meanwhile, so we left it as it is.'
const PRICE_MOVED = 'The price of the change moved meanwhile, so we left your order as it is.'
const GONE = 'The change took too long, so we left your order as it is.'

const flagMismatch = (
  tx: DurableTx,
  { id: orderId }: Order,
  { id }: IntentSnapshot,
  problem: string,
  now: Instant,
) =>
  flagForStaff(tx, {
    kind: 'payment_mismatch',
    key: `mismatch:${id}`,
    orderId,
    detail: `Intent ${id}: ${problem}.`,
    now,
  })

const paidWith = ({ receivedCents, card }: IntentSnapshot) => ({
  receivedCents,
  cardBrand: card?.brand ?? null,
  cardLast4: card?.last4 ?? null,
  cardFingerprint: card?.fingerprint ?? null,
})

/** @returns why it can't be made anymore */
function applyChange(
  tx: DurableTx,
  order: Order,
  charge: ExtraCharge | null,
  receivedCents: number,
  now: Instant,
): string | null {
  if (!charge) return GONE
  if (order.state !== 'paid' || order.version !== charge.orderVersion) return MEANWHILE
  const box = charge.expiresAt > now ? heldBox(tx, order, charge, now) : renewedBox(tx, order, charge, now)
  if (typeof box === 'string') return box
  if (box.dueCents - paidCents(order) !== receivedCents) return PRICE_MOVED
  writeBox(tx, order, box, charge.change.wish.gift, now)
  const totalCents = (order.totalCents ?? 0) + receivedCents
  const changed = advanceOrder(tx, order, { state: order.state, updatedAt: now, ...box.totals, totalCents })
  announceEdit(tx, changed, { lines: box.lines, differenceCents: receivedCents, by: 'shopper' }, now)
  return null
}

/** As it was priced. A clerk may have taken its units off the shelf since. */
function heldBox(
  tx: DurableTx,
  order: Order,
  { change: { box } }: ExtraCharge,
  now: Instant,
): EditedBox | string {
  const { more } = unitsOf(box.lines)
  const isShort = order.fcId === null || shortagesOf(tx, buyerOf(order, order.fcId), more, now).length > 0
  return isShort ? 'Something you added sold out meanwhile, so we left your order as it is.' : box
}

/** Money after the hold goes through every check again, at today's prices. */
function renewedBox(
  tx: DurableTx,
  order: Order,
  { change: { wish } }: ExtraCharge,
  now: Instant,
): EditedBox | string {
  const answer = quoteEdit(tx, order, wish, now)
  return answer.ok ? answer.quote.box : answer.refusal.message
}

type Returned = { intent: IntentSnapshot; failure: string; now: Instant; wallNow: Instant }

function returnExtra(tx: DurableTx, payment: Payment, { intent, failure, now, wallNow }: Returned) {
  const { receivedCents } = intent
  const status = receivedCents > 0 ? 'refunded' : 'canceled'
  closePayment(tx, payment, { status, receivedCents, failure, snapshotAt: wallNow })
  if (receivedCents === 0) return
  oweRefund(tx, payment, { cause: 'payment_refused', amountCents: receivedCents }, now)
  enqueue(tx, mailMoneyReturned, { paymentId: payment.id }, { key: `money_returned:${payment.id}`, now })
}
