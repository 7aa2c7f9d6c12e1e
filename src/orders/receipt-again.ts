import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { takeMailAllowance } from '../accounts/mail-limit.ts'
import type { Instant } from '../day.ts'
import { enqueue, isEnqueued } from '../jobs/queue.ts'
import { mailReceiptAgain } from './mails.tsx'
import { isCanceled } from './states.ts'

export type SentAgain = { ok: true } | { ok: false; code: 'canceled' | 'no_email' | 'flooded' }

/** @param press names one press of the button, so that pressing it twice sends one mail */
export function sendReceiptAgain(tx: DurableTx, order: Order, press: string, now: Instant): SentAgain {
  const key = `receipt_again:${order.token}:${press}`
  if (isEnqueued(tx, key)) return { ok: true }
  if (isCanceled(order.state)) return { ok: false, code: 'canceled' }
  if (!order.email) return { ok: false, code: 'no_email' }
  const notice = { kind: mailReceiptAgain.kind, email: order.email, now }
  if (!takeMailAllowance(tx, notice)) return { ok: false, code: 'flooded' }
  enqueue(tx, mailReceiptAgain, { orderId: order.id, press }, { key, now })
  return { ok: true }
}
