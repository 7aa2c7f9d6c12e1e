import { and, eq, isNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type REFUND_RESOLUTIONS, type Refund, refunds } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import { disputesOfPayment, takenCents } from './dispute-rows.ts'
import { recordMoney } from './money.ts'
import { paymentById } from './payments.ts'
import { mailRefundReplaced } from './refund-mails.tsx'
import { refundById, unrefundedCents } from './refund-rows.ts'
import { oweRefund } from './refunds.ts'

export type RefundResolution = Exclude<(typeof REFUND_RESOLUTIONS)[number], 'retried' | 'covered'>

export type RefundRefusal = {
  ok: false
  code: 'not_failed' | 'resolved_before' | 'sent_before' | 'bank_has_it'
}
type Outcome = { ok: true } | RefundRefusal

/** Records how a failed refund reached the shopper otherwise, or that nothing is owed anymore. */
export function resolveRefund(
  tx: DurableTx,
  refundId: number,
  resolution: RefundResolution,
  now: Instant,
): Outcome {
  const refund = refundById(tx, refundId)
  const refusal = unresolvable(refund)
  if (refusal) return refusal
  if (resolution !== 'not_owed' && isWithBank(tx, refund)) return { ok: false, code: 'bank_has_it' }
  tx.update(refunds).set({ resolution, updatedAt: now }).where(isUnresolved(refundId)).run()
  if (resolution === 'not_owed') return { ok: true }
  const order = orderById(tx, refund.orderId)
  recordMoney(tx, order, 'refund_replaced', refund.amountCents, `refund:${refund.id}:${resolution}`, now)
  enqueue(tx, mailRefundReplaced, { refundId }, { key: `mail_refund_replaced:${refundId}`, now })
  return { ok: true }
}

/** A dispute gives the shopper all that it took, so what we owe of the same money would reach them twice. */
function isWithBank(db: Db, { paymentId }: Refund): boolean {
  const payment = paymentById(db, paymentId)
  return takenCents(disputesOfPayment(db, payment)) > unrefundedCents(db, payment)
}

/** A new refund instead of one that the provider refused to make. One that the bank sent back would come back again. */
export function retryRefund(tx: DurableTx, refundId: number, now: Instant): Outcome {
  const refund = refundById(tx, refundId)
  const refusal = unresolvable(refund)
  if (refusal) return refusal
  if (refund.providerId !== null) return { ok: false, code: 'sent_before' }
  tx.update(refunds).set({ resolution: 'retried', updatedAt: now }).where(isUnresolved(refundId)).run()
  oweRefund(tx, paymentById(tx, refund.paymentId), refund, now)
  return { ok: true }
}

function unresolvable({ status, resolution }: Refund): RefundRefusal | null {
  if (status !== 'failed') return { ok: false, code: 'not_failed' }
  return resolution === null ? null : { ok: false, code: 'resolved_before' }
}

const isUnresolved = (id: number) =>
  and(eq(refunds.id, id), eq(refunds.status, 'failed'), isNull(refunds.resolution))
