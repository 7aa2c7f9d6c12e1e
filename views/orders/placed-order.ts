import type { Day, Instant } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
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

/** A paid order as its confirmation page and its receipt tell it. */
export type PlacedOrder = {
  identifier: string
  email: string
  lines: OrderLineFacts[]
  totals: Totals
  /** The card it was charged to, its brand as the provider writes it; null when gift cards covered it. */
  paidWith: { brand: string; last4: string } | null
  arrivesOn: Day
  lockAt: Instant
  /** The fulfillment center's time zone: `lockAt` is read on its clock. */
  zone: string
  delivery: DeliveryFields
}
