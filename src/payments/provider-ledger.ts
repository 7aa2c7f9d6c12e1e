import type Stripe from 'stripe'
import { assertDay, DAY_MS, type Day, HOUR_MS, type Instant } from '../day.ts'
import { idOf } from './provider.ts'
import { createdSince, WHOLE_PAGES } from './provider-lists.ts'

/** One row of the provider's own ledger. Cents are signed: negative leaves its balance. */
export type ProviderEntry = {
  id: string
  kind: string
  source: string | null
  intentId: string | null
  amountCents: number
  feeCents: number
  at: Instant
}

export type ProviderPayoutNews = {
  id: string
  amountCents: number
  status: string
  arrivalOn: Day
  createdAt: Instant
  isAutomatic: boolean
}

/** Rows of the same second may come late. */
const OVERLAP_MS = HOUR_MS
/** A bank sends a payout back within days; Stripe gives it a month. */
const PAYOUTS_MS = 35 * DAY_MS

/** Newest first, in batches, so that a long history needs little memory. */
export async function* entriesSince(stripe: Stripe, through: Instant): AsyncGenerator<ProviderEntry[]> {
  const since = createdSince(Math.max(0, through - OVERLAP_MS))
  yield* batches(stripe.balanceTransactions.list({ ...since, expand: ['data.source'] }), entryOf)
}

/** The ids of an automatic payout's transactions, its own among them. */
export const entriesOfPayout = (stripe: Stripe, payout: string): AsyncGenerator<string[]> =>
  batches(stripe.balanceTransactions.list({ payout, ...WHOLE_PAGES }), ({ id }) => id)

export const payoutsSince = (stripe: Stripe, through: Instant): AsyncGenerator<ProviderPayoutNews[]> =>
  batches(stripe.payouts.list(createdSince(Math.max(0, through - PAYOUTS_MS))), payoutOf)

async function* batches<Item, Read>(list: AsyncIterable<Item>, read: (item: Item) => Read) {
  let batch: Read[] = []
  for await (const item of list) {
    batch.push(read(item))
    if (batch.length < WHOLE_PAGES.limit) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function entryOf({ id, type, source, amount, fee, created }: Stripe.BalanceTransaction): ProviderEntry {
  const object = typeof source === 'object' ? source : null
  const intent = object && 'payment_intent' in object ? object.payment_intent : null
  return {
    id,
    kind: type,
    source: idOf(source),
    intentId: idOf(intent),
    amountCents: amount,
    feeCents: fee,
    at: created * 1_000,
  }
}

const payoutOf = (payout: Stripe.Payout): ProviderPayoutNews => ({
  id: payout.id,
  amountCents: payout.amount,
  status: payout.status,
  arrivalOn: assertDay(new Date(payout.arrival_date * 1_000).toISOString().slice(0, 10)),
  createdAt: payout.created * 1_000,
  isAutomatic: payout.automatic,
})
