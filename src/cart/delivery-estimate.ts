import type { Db } from '#db/client.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { shippingRateFor } from '../delivery/shipping-rates.ts'
import { shipsFree } from '../pricing/total.ts'
import type { CartContents } from './cart-contents.ts'

/**
 * Final once there is an address or delivery is free, before that estimated by ZIP. Null without a ZIP.
 * `isFree`: the standard part costs nothing.
 */
export type DeliveryEstimate = { cents: number; isEstimate: boolean; isFree: boolean } | null

export function deliveryEstimate(
  db: Db,
  { order, totals, priced }: CartContents,
  postalCode: string | null,
): DeliveryEstimate {
  if (!order || !priced) return null
  const isFree = shipsFree(priced.facts)
  if (isFree || order.transitDays !== null) return { cents: totals.shippingCents, isEstimate: false, isFree }
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  if (!zone?.served) return null
  return { cents: shippingRateFor(db, zone.transitDays).standardCents, isEstimate: true, isFree }
}
