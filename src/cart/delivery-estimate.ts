import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { deliversFree, shippingCentsFor } from '../pricing/facts.ts'
import type { CartContents } from './cart-contents.ts'

/** What delivery will cost: known once there is an address, else guessed from the postal code, else unknown. */
export type DeliveryEstimate = { cents: number; certain: boolean } | null

export function deliveryEstimate(
  db: Db,
  { order, totals }: CartContents,
  postalCode: string | null,
  now: Instant,
): DeliveryEstimate {
  if (!order) return null
  if (deliversFree(db, order, now)) return { cents: 0, certain: true }
  if (order.transitDays !== null) return { cents: totals.shippingCents, certain: true }
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  return zone?.served ? { cents: shippingCentsFor(db, zone.transitDays, false), certain: false } : null
}
