import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { shippingRateFor } from '../delivery/shipping-rates.ts'
import { itemsOf, withoutBundles } from '../orders/items.ts'
import { membershipOfOrder } from '../orders/memberships.ts'
import { RENEW_PERIODS, type RenewPeriod } from '../orders/recurring-rules.ts'
import { isCanceled, isPlaced } from '../orders/states.ts'
import { currentTax } from '../pricing/sales-tax.ts'
import { priceOrder } from '../pricing/total.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'
import { judgeFor, NOTICE_MS } from './boxes.ts'
import { nextBoxDay } from './rhythm.ts'

export type UpgradeProblem =
  | 'not_placed'
  | 'canceled'
  | 'reviewed'
  | 'member'
  | 'ended'
  | 'gift'
  | 'not_served'

/** Why a placed order can't begin a membership. */
export function upgradeProblem(db: Db, order: Order, now: Instant): UpgradeProblem | null {
  if (!isPlaced(order.state)) return 'not_placed'
  if (isCanceled(order.state)) return 'canceled'
  if (order.state === 'review') return 'reviewed'
  if (order.membershipId !== null) return 'member'
  const begun = membershipOfOrder(db, order.id)
  if (begun) return begun.state === 'canceled' ? 'ended' : 'member'
  if (order.giftOrder) return 'gift'
  return firstBoxDays(db, order, now).length === 0 ? 'not_served' : null
}

/** When the first box would come and be charged, by frequency. */
export const firstBoxDays = (db: Db, order: Order, now: Instant) =>
  RENEW_PERIODS.flatMap((period: RenewPeriod) => {
    const next =
      order.arrivalOn && nextBoxDay(order.arrivalOn, period, judgeFor(db, order, now), now + NOTICE_MS)
    return next ? [{ period, day: next.day }] : []
  })

/** What a box like this one costs a member today, as its first box will be priced: no code, no reward, no gift card. */
export function memberPrice(db: Db, order: Order): number {
  const zone = deliveryZone(db, order.deliveryPostalCode ?? '')
  return priceOrder({
    items: withoutBundles(itemsOf(db, order.id)),
    promotion: null,
    rewardsCents: 0,
    member: true,
    terms: orderTerms(db),
    shipping: zone.served ? { ...shippingRateFor(db, zone.transitDays), expeditedCents: 0 } : null,
    tax: currentTax(db, order.deliveryState ?? ''),
    storeCreditCents: 0,
    giftBalanceCents: 0,
    boughtCardsCents: 0,
  }).totalCents
}
