import type { DurableTx, Tx } from '#db/client.ts'
import type { Order, Payment } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { closePayment, lostKey } from './closing.ts'
import { mailMoneyReturned } from './mails.tsx'
import { recordMoney } from './money.ts'
import { type IntentSnapshot, mismatch } from './provider.ts'
import { oweRefund } from './refunds.ts'

/** What becomes of money that arrives, whether it's for an order or for a change of one. */

type Received = { payment: Payment; order: Order; intent: IntentSnapshot }

/** Books the money. @returns what doesn't match the payment that it was requested for */
export function receiveMoney(
  tx: DurableTx,
  { payment, order, intent }: Received,
  config: Services['config'],
  now: Instant,
): string | null {
  const { id, receivedCents } = intent
  if (receivedCents > 0) recordMoney(tx, order, 'charge', receivedCents, id, now)
  if (payment.status === 'lost') closeFlag(tx, lostKey(payment), 'The provider told us of it again.', now)
  const problem = mismatch(intent, payment, order.token, config.payments.livemode)
  if (problem) flagMismatch(tx, order, id, `Intent ${id}: ${problem}.`, now)
  return problem
}

export const flagMismatch = (
  tx: Tx,
  { id: orderId }: Order,
  intentId: string,
  detail: string,
  now: Instant,
) => flagForStaff(tx, { kind: 'payment_mismatch', key: `mismatch:${intentId}`, orderId, detail, now })

export const keepMoney = (
  tx: DurableTx,
  payment: Payment,
  { receivedCents, heldUntil, card }: IntentSnapshot,
  wallNow: Instant,
) =>
  closePayment(tx, payment, {
    status: 'succeeded',
    receivedCents,
    heldUntil,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardFingerprint: card?.fingerprint ?? null,
    snapshotAt: wallNow,
  })

type Refused = { intent: IntentSnapshot; failure: string; now: Instant; wallNow: Instant }

/** Its refund and email are enqueued in this transaction. */
export function returnMoney(
  tx: DurableTx,
  payment: Payment,
  { intent: { receivedCents, heldUntil }, failure, now, wallNow }: Refused,
) {
  const status = receivedCents > 0 ? 'refunded' : 'canceled'
  closePayment(tx, payment, { status, receivedCents, heldUntil, failure, snapshotAt: wallNow })
  if (receivedCents === 0) return
  oweRefund(tx, payment, { cause: 'payment_refused', amountCents: receivedCents }, now)
  enqueue(tx, mailMoneyReturned, { paymentId: payment.id }, { key: `money_returned:${payment.id}`, now })
}
