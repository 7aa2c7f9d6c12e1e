import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
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
  tx.update(orders)
    .set({ paymentInFlightAt: intent.status === 'processing' ? wallNow : null })
    .where(eq(orders.id, payment.orderId))
    .run()
  tx.update(payments)
    .set({
      snapshotAt: wallNow,
      heardAt: wallNow,
      unanswered: 0,
      // An update whose answer was lost may have changed it.
      amountCents: intent.kind === 'payment' ? intent.amountCents : payment.amountCents,
      declinedAt: isDeclined ? wallNow : null,
      failure: isDeclined ? intent.declined : null,
    })
    .where(eq(payments.id, payment.id))
    .run()
}
