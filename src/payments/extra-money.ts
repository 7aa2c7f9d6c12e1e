import type { DurableTx } from '#db/client.ts'
import type { Order, Payment } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { endCharge } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { applyPaidChange } from './apply-paid-change.ts'
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
  const refusal = problem ? NO_MATCH : applyPaidChange(tx, order, charge, intent, now)
  endExtraCharge(tx, payment)
  if (refusal === null)
    closePayment(tx, payment, { ...paidWith(intent), status: 'succeeded', snapshotAt: wallClock.now() })
  else returnExtra(tx, payment, { intent, failure: refusal, now, wallNow: wallClock.now() })
  return refusal === null ? 'changed' : 'money_returned'
}

const NO_MATCH = "The payment didn't match the change."

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

type Returned = { intent: IntentSnapshot; failure: string; now: Instant; wallNow: Instant }

function returnExtra(tx: DurableTx, payment: Payment, { intent, failure, now, wallNow }: Returned) {
  const { receivedCents } = intent
  const status = receivedCents > 0 ? 'refunded' : 'canceled'
  closePayment(tx, payment, { status, receivedCents, failure, snapshotAt: wallNow })
  if (receivedCents === 0) return
  oweRefund(tx, payment, { cause: 'payment_refused', amountCents: receivedCents }, now)
  enqueue(tx, mailMoneyReturned, { paymentId: payment.id }, { key: `money_returned:${payment.id}`, now })
}
