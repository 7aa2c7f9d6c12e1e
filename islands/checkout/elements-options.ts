import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import type { Flow } from '#src/payments/flow.ts'
import { providerAppearance } from '../shared/appearance.ts'

export function elementsOptions(flow: Flow, amountCents: number): StripeElementsOptionsMode {
  const common = { currency: 'usd', appearance: providerAppearance() }
  if (flow === 'sub-free') return { ...common, mode: 'setup', setupFutureUsage: 'off_session' }
  const reuse = flow === 'sub-paid' ? { setupFutureUsage: 'off_session' as const } : {}
  return { ...common, ...reuse, mode: 'payment', amount: amountCents }
}
