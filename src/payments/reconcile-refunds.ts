import { durably } from '#db/client.ts'
import { DAY_MS } from '../day.ts'
import type { Services } from '../services.ts'
import { settleDispute, settleFraudWarning } from './disputes.ts'
import { ifAnswered } from './provider.ts'
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

async function settleRecent(services: Services) {
  const { db, stripe, clock, wallClock } = services
  const wallNow = wallClock.now()
  const refunds = await fetchRefundsSince(stripe, wallNow - REFUNDS_MS)
  const disputes = await fetchDisputesSince(stripe, wallNow - DISPUTES_MS)
  const warnings = await fetchFraudWarningsSince(stripe, wallNow - REFUNDS_MS)
  for (const { intentId } of [...refunds, ...disputes, ...warnings]) await settleCharge(services, intentId)
  const now = clock.now()
  for (const refund of refunds) await durably(db, (tx) => settleRefund(tx, refund, now))
  for (const dispute of disputes) await durably(db, (tx) => settleDispute(tx, dispute, now))
  for (const warning of warnings) await durably(db, (tx) => settleFraudWarning(tx, warning, now))
}
