import type { Order } from '#db/schema/index.ts'
import { startsMembership } from '../orders/recurring-rules.ts'

/** One-time (`alc`) or membership (`sub`) order, with nothing or something to pay (PAY-4). */
export const FLOWS = ['alc-free', 'alc-paid', 'sub-free', 'sub-paid'] as const
export type Flow = (typeof FLOWS)[number]

export function flowOf(order: Order, totalCents: number): Flow {
  const kind = startsMembership(order) ? 'sub' : 'alc'
  return totalCents === 0 ? `${kind}-free` : `${kind}-paid`
}

/** `extra`: a change of a placed order that costs more. */
export type PaymentFlow = Flow | 'extra'

/** A membership's card is saved for its later boxes. */
export const keepsCard = (flow: PaymentFlow) => flow === 'sub-free' || flow === 'sub-paid'

export const isPaidNow = (flow: Flow) => flow === 'alc-paid' || flow === 'sub-paid'

export const INTENT_KIND = {
  'alc-free': 'none',
  'alc-paid': 'payment',
  'sub-free': 'setup',
  'sub-paid': 'payment',
  extra: 'payment',
} as const
