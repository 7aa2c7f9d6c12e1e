import type Stripe from 'stripe'
import { mergeMetadata } from './addresses.ts'
import { type Deps, seconds } from './deps.ts'
import { recordEvent } from './events.ts'
import { chargeLinks, listPage } from './lists.ts'
import { type DisputeKind, newDispute, transfer } from './new-dispute.ts'
import type { Params } from './params.ts'
import { invalid } from './refusals.ts'
import { idOf, insert, load, update } from './resources.ts'
import { type ApiResponse, type Operation, ok } from './responses.ts'
import { retrieve } from './retrieve.ts'

/** A dispute takes the money back at once; an inquiry only asks. */
export function openDispute(deps: Deps, intentId: string, kind: DisputeKind, reason = 'fraudulent'): string {
  const intent = load(deps, 'payment_intent', intentId)
  const charge = load(deps, 'charge', idOf(intent.latest_charge) ?? '')
  const dispute = newDispute(deps, charge, kind, reason)
  charge.disputed = true
  update(deps, charge)
  for (const entry of dispute.balance_transactions) insert(deps, entry)
  const json = insert(deps, dispute)
  recordEvent(deps, 'charge.dispute.created', json)
  if (kind === 'dispute') recordEvent(deps, 'charge.dispute.funds_withdrawn', json)
  return dispute.id
}

export const retrieveDispute = retrieve('dispute')

export const listDisputes: Operation = (deps, params) =>
  listPage(deps, 'dispute', '/v1/disputes', params, chargeLinks(params))

/** As in Stripe's test mode, the text of the evidence decides. */
export const updateDispute: Operation = (deps, params, id) => {
  const dispute = load(deps, 'dispute', id)
  const text = readEvidence(params)
  const isSubmitted = params.flag('submit') ?? true
  dispute.metadata = mergeMetadata(dispute.metadata, params)
  params.refuseUnknown()
  requireOpen(dispute)
  if (text !== undefined) dispute.evidence.uncategorized_text = text
  if (text === 'winning_evidence' && isSubmitted) return decide(deps, dispute, 'won')
  if (text === 'losing_evidence' && isSubmitted) return decide(deps, dispute, 'lost')
  if (isSubmitted) dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  const json = update(deps, dispute)
  recordEvent(deps, 'charge.dispute.updated', json)
  return ok(json)
}

export const closeDispute: Operation = (deps, params, id) => {
  params.refuseUnknown()
  const dispute = load(deps, 'dispute', id)
  requireOpen(dispute)
  return decide(deps, dispute, 'lost')
}

function decide(deps: Deps, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): ApiResponse {
  const isAboutMoney = !isInquiry(dispute)
  dispute.status = isAboutMoney ? outcome : 'warning_closed'
  const isReinstated = isAboutMoney && outcome === 'won'
  dispute.is_charge_refundable = isReinstated || !isAboutMoney
  if (isReinstated) {
    const returned = transfer(deps, dispute.id, dispute.amount, 'dispute_reversal')
    insert(deps, returned)
    dispute.balance_transactions.push(returned)
  }
  const json = update(deps, dispute)
  if (isReinstated) recordEvent(deps, 'charge.dispute.funds_reinstated', json)
  recordEvent(deps, 'charge.dispute.closed', json)
  return ok(json)
}

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_')

function readEvidence(params: Params): string | null | undefined {
  const evidence = params.group('evidence')
  const text = evidence?.text('uncategorized_text', 20_000)
  evidence?.refuseUnknown()
  return text
}

function requireOpen({ id, status }: Stripe.Dispute) {
  if (['won', 'lost', 'warning_closed'].includes(status))
    throw invalid(`The dispute ${id} is already closed.`)
}

/** The network's warning that a charge may be fraud, before anyone disputes it. */
export function warnOfFraud(deps: Deps, intentId: string): string {
  const intent = load(deps, 'payment_intent', intentId)
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: deps.newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: idOf(intent.latest_charge) ?? '',
    created: seconds(deps.now()),
    fraud_type: 'unauthorized_use_of_card',
    livemode: deps.livemode,
    payment_intent: intentId,
  }
  recordEvent(deps, 'radar.early_fraud_warning.created', insert(deps, warning))
  return warning.id
}

export const retrieveFraudWarning = retrieve('radar.early_fraud_warning')

export const listFraudWarnings: Operation = (deps, params) =>
  listPage(deps, 'radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', params, chargeLinks(params))

/** What a test card brings about once its charge has succeeded. */
export function applyAftermath(deps: Deps, charge: Stripe.Charge, aftermath: DisputeKind | 'fraud_warning') {
  const intentId = idOf(charge.payment_intent) ?? ''
  if (aftermath === 'fraud_warning') warnOfFraud(deps, intentId)
  else openDispute(deps, intentId, aftermath)
}
