import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import { providerAppearance } from '../shared/appearance.ts'
import type { Flow } from './props.ts'

/** What the provider's fields and wallets are told before there is an intent. */
export function elementsOptions(flow: Flow, amountCents: number): StripeElementsOptionsMode {
  const look = { currency: 'usd', appearance: providerAppearance() }
  if (flow === 'sub-free') return { ...look, mode: 'setup', setupFutureUsage: 'off_session' }
  const kept = flow === 'sub-paid' ? { setupFutureUsage: 'off_session' as const } : {}
  return { ...look, ...kept, mode: 'payment', amount: amountCents }
}
