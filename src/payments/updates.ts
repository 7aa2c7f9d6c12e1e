import { eq, sql } from 'drizzle-orm'
import { type DurableTx, oncePerDatabase } from '#db/client.ts'
import { orders, type Payment, payments } from '#db/schema/index.ts'
import { endCharge } from '../orders/open-order.ts'
import type { Services } from '../services.ts'
import { closePayment, losePayment } from './closing.ts'
import type { IntentSnapshot } from './provider.ts'

/**
 * Saves what the provider says of an intent that hasn't succeeded. A decline is stored with the bank's words.
 * @param isNewDecline false: it may be from an earlier try, so it says nothing about a charge that is being asked for
 */
export function recordUpdate(
  tx: DurableTx,
  { clock, wallClock }: Services,
  payment: Payment,
  intent: IntentSnapshot,
  isNewDecline: boolean,
) {
  const times = { now: clock.now(), wallNow: wallClock.now() }
  const { wallNow } = times
  if (intent.status === 'lost') return losePayment(tx, payment, "the provider doesn't know it.", times)
  if (intent.status === 'canceled') {
    closePayment(tx, payment, { status: 'canceled', failure: payment.failure, snapshotAt: wallNow })
    return endCharge(tx, payment.orderId)
  }
  const isDeclined = intent.status === 'declined'
  const isOutcome = isDeclined ? isNewDecline || !intent.countsAsDecline : intent.status === 'processing'
  if (isOutcome) endCharge(tx, payment.orderId)
  const { inFlight, update } = statements(tx)
  inFlight.run({ id: payment.orderId, at: intent.status === 'processing' ? wallNow : null })
  update.run({
    id: payment.id,
    wallNow,
    // An update whose answer was lost may have changed it.
    amountCents: intent.kind === 'payment' ? intent.amountCents : payment.amountCents,
    declinedAt: isDeclined ? wallNow : null,
    failure: isDeclined ? intent.declined : null,
  })
}

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  inFlight: db
    .update(orders)
    .set({ paymentInFlightAt: sql`${placeholder('at')}` })
    .where(eq(orders.id, placeholder('id')))
    .prepare(),
  update: db
    .update(payments)
    .set({
      snapshotAt: sql`${placeholder('wallNow')}`,
      heardAt: sql`${placeholder('wallNow')}`,
      unanswered: 0,
      amountCents: sql`${placeholder('amountCents')}`,
      declinedAt: sql`${placeholder('declinedAt')}`,
      failure: sql`${placeholder('failure')}`,
    })
    .where(eq(payments.id, placeholder('id')))
    .prepare(),
}))
