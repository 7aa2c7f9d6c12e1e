import { type DurableTx, durably } from '#db/client.ts'
import { DAY_MS } from '../day.ts'
import { attempt } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { settleDispute, settleFraudWarning } from './disputes.ts'
import { ifAnswered, isProviderTrouble } from './provider.ts'
import { fetchDisputesSince, fetchFraudWarningsSince } from './provider-disputes.ts'
import { fetchRefundsSince } from './provider-refunds.ts'
import { settleRefund } from './refund-settling.ts'
import { settleCharge } from './settle-charge.ts'

/** A bank can send a refund back for about a month; a dispute takes up to three until it closes. */
const REFUNDS_MS = 35 * DAY_MS
const DISPUTES_MS = 100 * DAY_MS

/** Asks for all recent refunds, disputes and fraud warnings, in case a webhook was lost. */
export async function reconcileRefunds(services: Services) {
  await ifAnswered(services, () => settleRecent(services))
}

const FAILURE = 'news of a charge could not be settled'

async function settleRecent(services: Services) {
  const { db, stripe, clock, wallClock } = services
  const wallNow = wallClock.now()
  const refunds = await fetchRefundsSince(stripe, wallNow - REFUNDS_MS)
  const disputes = await fetchDisputesSince(stripe, wallNow - DISPUTES_MS)
  const warnings = await fetchFraudWarningsSince(stripe, wallNow - REFUNDS_MS)
  const attemptCharge = (intentId: string, work: () => Promise<void>) =>
    attempt(services, { failure: FAILURE, about: { intentId }, endsRound: isProviderTrouble }, work)
  for (const { intentId } of [...refunds, ...disputes, ...warnings])
    await attemptCharge(intentId, () => settleCharge(services, intentId))
  const now = clock.now()
  const each = async <T extends { intentId: string }>(news: T[], work: (tx: DurableTx, one: T) => void) => {
    for (const one of news) await attemptCharge(one.intentId, () => durably(db, (tx) => work(tx, one)))
  }
  await each(refunds, (tx, refund) => settleRefund(tx, refund, now))
  await each(disputes, (tx, dispute) => settleDispute(tx, dispute, now))
  await each(warnings, (tx, warning) => settleFraudWarning(tx, warning, now))
}
