import type { StandInStore } from '../../stand-in/store/store.ts'
import { idOf, parse } from './resources.ts'

/** Totals in cents. `chargedTwice` lists intents with more than one successful charge, and must stay empty. */
export type Ledger = {
  charges: number
  chargedCents: number
  refundedCents: number
  /** Taken back by banks, less what was reinstated. */
  disputedCents: number
  /** What the provider kept for its work, by its balance transactions. */
  feeCents: number
  failedCharges: number
  chargedTwice: string[]
  paid: {
    intent: string
    charge: string
    amount: number
    refunded: number
    disputed: number
    metadata: Record<string, string>
  }[]
}

/** Reads every charge: for tests and crash checks, not for requests. */
export function readLedger(store: StandInStore): Ledger {
  const charges = store.all('charge').map(({ json }) => parse<'charge'>(json))
  const succeeded = charges.filter(({ status }) => status === 'succeeded')
  const paid = succeeded.map((charge) => ({
    intent: idOf(charge.payment_intent) ?? '',
    charge: charge.id,
    amount: charge.amount,
    refunded: charge.amount_refunded,
    disputed: disputedCents(store, charge.id),
    metadata: charge.metadata,
  }))
  const seen = new Set<string>()
  const chargedTwice = paid
    .map(({ intent }) => intent)
    .filter((intent) => seen.size === seen.add(intent).size)
  return {
    charges: succeeded.length,
    chargedCents: sum(paid.map(({ amount }) => amount)),
    refundedCents: sum(paid.map(({ refunded }) => refunded)),
    disputedCents: sum(paid.map(({ disputed }) => disputed)),
    feeCents: sum(store.all('balance_transaction').map(({ json }) => parse<'balance_transaction'>(json).fee)),
    failedCharges: charges.filter(({ status }) => status === 'failed').length,
    chargedTwice,
    paid,
  }
}

const disputedCents = (store: StandInStore, charge: string) =>
  sum(
    store
      .list('dispute', { charge, limit: 100 })
      .flatMap(({ json }) => parse<'dispute'>(json).balance_transactions)
      .map(({ amount }) => -amount),
  )

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
