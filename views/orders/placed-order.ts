import type { Day, Instant } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { formatCents } from '#src/money.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import type { Totals } from '#src/pricing/total.ts'

export type OrderLineFacts = {
  name: string
  /** The weight sold: '14 oz', '2 × 12 oz'. */
  label: string
  farm: string
  quantity: number
  totalCents: number
  picture: string | null
}

/** A reward gift is free. */
export const linePrice = ({ totalCents }: Pick<OrderLineFacts, 'totalCents'>) =>
  totalCents === 0 ? 'Free' : formatCents(totalCents)

export type PlacedOrder = {
  identifier: string
  email: string
  lines: OrderLineFacts[]
  totals: Totals
  /** The card that was charged, or saved for later boxes; null when gift cards paid for everything. */
  paidWith: { brand: string; last4: string } | null
  /** Null for a one-time box, and once the agreement has ended. */
  frequency: RenewPeriod | null
  arrivesOn: Day
  lockAt: Instant
  /** The center's time zone, in which `lockAt` is shown. */
  zone: string
  delivery: DeliveryFields
  gift?: { recipientName: string; message: string } | null
}
