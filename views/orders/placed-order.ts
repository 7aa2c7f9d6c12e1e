import type { Day, Instant } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { formatCents } from '#src/money.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import type { Totals } from '#src/pricing/total.ts'

/** One line of an order as the summary, the confirmation and the receipt show it. */
export type OrderLineFacts = {
  name: string
  /** The weight sold: '14 oz', '2 × 12 oz'. */
  label: string
  farm: string
  quantity: number
  totalCents: number
  /** Its name among the pictures; null when there is none. */
  picture: string | null
}

/** What a line costs, in words: the gift of a reward costs nothing. */
export const linePrice = ({ totalCents }: Pick<OrderLineFacts, 'totalCents'>) =>
  totalCents === 0 ? 'Free' : formatCents(totalCents)

/** A paid order as its confirmation page and its receipt tell it. */
export type PlacedOrder = {
  identifier: string
  email: string
  lines: OrderLineFacts[]
  totals: Totals
  /** The card it was charged to, or that is kept for later boxes, its brand as the provider writes it; null when gift cards covered it. */
  paidWith: { brand: string; last4: string } | null
  /** How often boxes like it follow; null for a one-time box. */
  rhythm: RenewPeriod | null
  arrivesOn: Day
  lockAt: Instant
  /** The fulfillment center's time zone: `lockAt` is read on its clock. */
  zone: string
  delivery: DeliveryFields
  /** For whom it is, when it is a gift. */
  gift?: { recipientName: string; message: string } | null
}
