import type { Services } from '../services.ts'
import { settle } from './finalize.ts'
import { paymentByIntent } from './payments.ts'
import { fetchIntent } from './provider.ts'

/** The charge behind a refund or a dispute may be news too: its order is placed first, then refunded or held. */
export async function settleCharge(services: Services, intentId: string) {
  const status = paymentByIntent(services.db, intentId)?.status
  if (status !== 'open' && status !== 'canceled' && status !== 'lost') return
  await settle(services, await fetchIntent(services.stripe, intentId))
}
