import { desc, eq } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Order, type RecurringConsent, recurringConsents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { mailAgreementEnded } from './agreement-mails.tsx'
import { cancelMembership } from './memberships.ts'
import { orderById } from './orders.ts'
import { agreedOrderId, withdrawConsent } from './recurring.ts'

/**
 * What the buyer of a recurring box agreed to, whether or not it has ended; null for a one-time box. A membership's
 * later boxes rest on what was agreed to with its first order.
 */
export function agreementOf(db: Db, order: Order): RecurringConsent | null {
  if (!order.recurring) return null
  const newest = db
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, agreedOrderId(db, order)))
    .orderBy(desc(recurringConsents.id))
    .limit(1)
  return newest.get() ?? null
}

/** Boxes that are paid still come; no later one is charged. Ending it again changes nothing and sends no email. */
export const endAgreement = (db: Db, order: Order, now: Instant): Promise<void> =>
  durably(db, (tx) => endAgreementIn(tx, orderById(tx, agreedOrderId(tx, order)), now))

/** Of this order alone: a later box that is refunded ends no membership. */
export function endAgreementIn(tx: Tx, order: Order, now: Instant) {
  const ended = withdrawConsent(tx, order.id, now)
  if (!ended) return
  cancelMembership(tx, order.id, now)
  enqueue(tx, mailAgreementEnded, { consentId: ended.id }, { key: `mail_agreement_ended:${ended.id}`, now })
}
