import type Stripe from 'stripe'
import { idOf } from './provider.ts'
import { collect, createdSince } from './provider-lists.ts'

export type DisputeSnapshot = {
  id: string
  intentId: string
  amountCents: number
  reason: string
  status: string
  evidenceDueAt: number | null
  openedAt: number
  /** Each transfer out of our balance (negative) or back into it. */
  transfers: { id: string; cents: number }[]
}

export type FraudWarning = { id: string; intentId: string; actionable: boolean; fraudType: string }

export const fetchDispute = async (stripe: Stripe, id: string): Promise<DisputeSnapshot | null> =>
  disputeOf(await stripe.disputes.retrieve(id))

export const fetchDisputesSince = (stripe: Stripe, since: number): Promise<DisputeSnapshot[]> =>
  collect(stripe.disputes.list(createdSince(since)), disputeOf)

export const fetchFraudWarning = async (stripe: Stripe, id: string): Promise<FraudWarning | null> =>
  warningOf(await stripe.radar.earlyFraudWarnings.retrieve(id))

export const fetchFraudWarningsSince = (stripe: Stripe, since: number): Promise<FraudWarning[]> =>
  collect(stripe.radar.earlyFraudWarnings.list(createdSince(since)), warningOf)

function disputeOf(dispute: Stripe.Dispute): DisputeSnapshot | null {
  const intentId = idOf(dispute.payment_intent)
  if (intentId === null) return null
  const dueBy = dispute.evidence_details.due_by
  return {
    id: dispute.id,
    intentId,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dueBy === null ? null : dueBy * 1000,
    openedAt: dispute.created * 1000,
    transfers: dispute.balance_transactions.map(({ id, amount }) => ({ id, cents: amount })),
  }
}

function warningOf(warning: Stripe.Radar.EarlyFraudWarning): FraudWarning | null {
  const { id, actionable, fraud_type: fraudType } = warning
  const intentId = idOf(warning.payment_intent)
  return intentId === null ? null : { id, intentId, actionable, fraudType }
}
