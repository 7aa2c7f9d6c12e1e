import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { deliversFree, shippingCentsFor } from '../pricing/facts.ts'
import type { CartContents } from './cart-contents.ts'

/** Final once there is an address or delivery is free, before that estimated by ZIP. Null without a ZIP. */
export type DeliveryEstimate = { cents: number; isEstimate: boolean } | null

export function deliveryEstimate(
  db: Db,
  { order, totals }: CartContents,
  postalCode: string | null,
  now: Instant,
): DeliveryEstimate {
  if (!order) return null
  if (deliversFree(db, order, now)) return { cents: 0, isEstimate: false }
  if (order.transitDays !== null) return { cents: totals.shippingCents, isEstimate: false }
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  return zone?.served ? { cents: shippingCentsFor(db, zone.transitDays, false), isEstimate: true } : null
}
