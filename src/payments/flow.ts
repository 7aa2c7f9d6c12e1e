import type { Order } from '#db/schema/index.ts'

/** One-time or membership, nothing or something to pay (PAY-4). */
export type Flow = 'alc-free' | 'alc-paid' | 'sub-free' | 'sub-paid'

export function flowOf(order: Order, totalCents: number): Flow {
  const rhythm = order.recurring ? 'sub' : 'alc'
  return totalCents === 0 ? `${rhythm}-free` : `${rhythm}-paid`
}

/** Of a membership's boxes the card is kept for the later ones. */
export const keepsCard = (flow: Flow) => flow === 'sub-free' || flow === 'sub-paid'

/** What the provider is asked for: a payment, a card to keep, or nothing at all. */
export const INTENT_KIND = {
  'alc-free': 'none',
  'alc-paid': 'payment',
  'sub-free': 'setup',
  'sub-paid': 'payment',
} as const
