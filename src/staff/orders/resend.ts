import { and, desc, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { jobs, type Order, shipmentNotices, staffRefunds, type User } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { takeMailAllowance } from '../../accounts/mail-limit.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import { enqueue, isEnqueued } from '../../jobs/queue.ts'
import { orderSubject } from '../../orders/acting-staff.ts'
import { mailReceiptAgain } from '../../orders/mails.tsx'
import { isCanceled } from '../../orders/states.ts'
import { mailOrderRefunded } from '../../payments/refund-mails.tsx'
import { mailShipment } from '../../shipping/mails.tsx'
import { mailPartRefunded } from './mails.tsx'

export const MAILS_AGAIN = ['receipt', 'shipment', 'refund'] as const
export type MailAgain = (typeof MAILS_AGAIN)[number]

export type Resent = { ok: true } | { ok: false; code: 'no_email' | 'not_sent_yet' | 'flooded' }

type Send = (tx: DurableTx, key: string, press: string, now: Instant) => void

/** The mails that an order has had and that can go out again as it is now. */
export const mailsToSendAgain = (db: Db, order: Order): MailAgain[] =>
  order.email ? MAILS_AGAIN.filter((mail) => senderOf(db, order, mail) !== null) : []

/** @param press names one press of the button, so that pressing it twice sends one mail */
export function resendMail(
  tx: DurableTx,
  order: Order,
  { mail, press }: { mail: MailAgain; press: string },
  { user, now }: { user: User; now: Instant },
): Resent {
  const key = `mail_again:${mail}:${order.token}:${press}`
  if (isEnqueued(tx, key)) return { ok: true }
  if (!order.email) return { ok: false, code: 'no_email' }
  const send = senderOf(tx, order, mail)
  if (!send) return { ok: false, code: 'not_sent_yet' }
  if (!takeMailAllowance(tx, { kind: `staff_${mail}`, email: order.email, now }))
    return { ok: false, code: 'flooded' }
  send(tx, key, press, now)
  recordAction(tx, {
    actor: actorOf(user),
    verb: 'order.mail_resent',
    subject: orderSubject(order),
    detail: { mail },
    now,
  })
  return { ok: true }
}

function senderOf(db: Db, order: Order, mail: MailAgain): Send | null {
  const senders = { receipt: receiptSender, shipment: shipmentSender, refund: refundSender }
  return senders[mail](db, order)
}

function receiptSender(_: Db, { id: orderId, placedAt, state }: Order): Send | null {
  if (placedAt === null || isCanceled(state)) return null
  return (tx, key, press, now) => enqueue(tx, mailReceiptAgain, { orderId, press }, { key, now })
}

function shipmentSender(db: Db, { id }: Order): Send | null {
  const notice = db
    .select({ id: shipmentNotices.id })
    .from(shipmentNotices)
    .where(eq(shipmentNotices.orderId, id))
    .orderBy(desc(shipmentNotices.at), desc(shipmentNotices.id))
    .limit(1)
    .get()
  if (!notice) return null
  return (tx, key, press, now) => enqueue(tx, mailShipment, { noticeId: notice.id, press }, { key, now })
}

/** Of the whole order, else the latest part that staff refunded. */
function refundSender(db: Db, { id, token }: Order): Send | null {
  const facts = mailOrderRefunded.schema.safeParse(payloadOf(db, `mail_order_refunded:${token}`)).data
  if (facts) return (tx, key, press, now) => enqueue(tx, mailOrderRefunded, { ...facts, press }, { key, now })
  const part = db
    .select({ id: staffRefunds.id })
    .from(staffRefunds)
    .where(and(eq(staffRefunds.orderId, id), eq(staffRefunds.state, 'made')))
    .orderBy(desc(staffRefunds.id))
    .limit(1)
    .get()
  if (!part) return null
  const sent = mailPartRefunded.schema.safeParse(payloadOf(db, `mail_part_refunded:${part.id}`)).data
  const heldCents = sent?.heldCents
  return (tx, key, press, now) =>
    enqueue(tx, mailPartRefunded, { staffRefundId: part.id, heldCents, press }, { key, now })
}

/** The payload of the job that first sent the email. */
const payloadOf = (db: Db, key: string): unknown =>
  db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.key, key)).get()?.payload
