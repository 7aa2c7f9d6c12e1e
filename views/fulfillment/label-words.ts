import type { ShippingLabel } from '#db/schema/index.ts'

const REFUNDS = {
  wanted: 'refund asked',
  submitted: 'refund asked',
  refunded: 'refunded',
  rejected: 'refund refused',
} as const

/** A label in a few words: its tracking code, or why there is none. */
export function labelWords(label: ShippingLabel | null): string {
  if (!label) return 'None yet'
  const { state, trackingCode, service, problem, refund } = label
  if (state === 'bought') return `${trackingCode} (${service})`
  if (state === 'void') return refund ? `Void, ${REFUNDS[refund]}` : 'Void'
  if (state === 'failed') return `Failed: ${problem}`
  return problem ? `In doubt: ${problem}` : 'Being bought'
}
