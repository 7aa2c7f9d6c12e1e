import type Stripe from 'stripe'
import { DAY_MS } from '../../../day.ts'
import { type Deps, seconds } from './deps.ts'
import { listPage } from './lists.ts'
import { insert, parse } from './resources.ts'
import type { Operation } from './responses.ts'
import { retrieve } from './retrieve.ts'

/** Stripe's list price for cards in the US. The fee of a charge stays with the provider when the charge is refunded. */
const FEE_BASIS_POINTS = 290
const FEE_FIXED_CENTS = 30

/** What a balance transaction has as its link `type` until a payout takes it. */
export const UNPAID = 'unpaid'
const EVERYTHING = 1_000_000

export const chargeFee = (cents: number) => Math.round((cents * FEE_BASIS_POINTS) / 10_000) + FEE_FIXED_CENTS

type Entry = Pick<Stripe.BalanceTransaction, 'amount' | 'fee' | 'type' | 'reporting_category'> & {
  id: string
  source: string
}

export function balanceTransaction(deps: Deps, entry: Entry): Stripe.BalanceTransaction {
  const at = seconds(deps.now())
  const { amount, fee } = entry
  return {
    ...entry,
    object: 'balance_transaction',
    available_on: at,
    balance_type: 'payments',
    created: at,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: 'usd', description: 'Fees', type: 'stripe_fee' }],
    net: amount - fee,
    status: 'available',
  }
}

/** Once the money is ours: a charge that the bank only holds is not in the balance. */
export function addCharge(deps: Deps, { id, amount_captured: amount, balance_transaction }: Stripe.Charge) {
  if (typeof balance_transaction !== 'string') return
  const kind = { type: 'charge', reporting_category: 'charge' } as const
  const entry = { id: balance_transaction, amount, fee: chargeFee(amount), source: id, ...kind }
  insert(deps, balanceTransaction(deps, entry))
}

export function addRefund(deps: Deps, { id, amount, balance_transaction }: Stripe.Refund) {
  if (typeof balance_transaction !== 'string') return
  const kind = { type: 'refund', reporting_category: 'refund' } as const
  insert(
    deps,
    balanceTransaction(deps, { id: balance_transaction, amount: -amount, fee: 0, source: id, ...kind }),
  )
}

/** A refund that came back. */
export function addFailedRefund(deps: Deps, { id, amount, failure_balance_transaction }: Stripe.Refund) {
  if (typeof failure_balance_transaction !== 'string') return
  const kind = { type: 'refund_failure', reporting_category: 'refund_failure' } as const
  insert(
    deps,
    balanceTransaction(deps, { id: failure_balance_transaction, amount, fee: 0, source: id, ...kind }),
  )
}

export const listBalanceTransactions: Operation = (deps, params) => {
  const links = { type: params.optional('payout'), charge: params.optional('source') }
  return listPage(deps, 'balance_transaction', '/v1/balance_transactions', params, links)
}

export const retrieveBalanceTransaction = retrieve('balance_transaction')

/** Pays out what is from before today, in UTC, as an account does that is paid daily. */
export const listPayouts: Operation = (deps, params) => {
  deps.store.durably(() => payOut(deps, Math.floor(deps.now() / DAY_MS) * DAY_MS))
  return listPage(deps, 'payout', '/v1/payouts', params)
}

export const retrievePayout = retrieve('payout')

/** @returns the payout's id; null when there is nothing to pay out */
export function payOut(deps: Deps, before: number): string | null {
  const entries = deps.store
    .list('balance_transaction', {
      type: UNPAID,
      limit: EVERYTHING,
      created: { lt: Math.ceil(before / 1_000) },
    })
    .map(({ json }) => parse<'balance_transaction'>(json))
  const amount = entries.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return null
  const payout = newPayout(deps, amount)
  insert(deps, payout)
  const entry = balanceTransaction(deps, {
    id: String(payout.balance_transaction),
    amount: -amount,
    fee: 0,
    source: payout.id,
    type: 'payout',
    reporting_category: 'payout',
  })
  insert(deps, entry)
  for (const { id, ...rest } of [...entries, entry]) {
    const json = JSON.stringify({ id, ...rest })
    deps.store.replace({ id, json, note: null }, { charge: String(rest.source), type: payout.id })
  }
  return payout.id
}

function newPayout(deps: Deps, amount: number): Stripe.Payout {
  const at = seconds(deps.now())
  return {
    id: deps.newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: at,
    automatic: true,
    balance_transaction: deps.newId('txn'),
    created: at,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: deps.livemode,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  }
}
