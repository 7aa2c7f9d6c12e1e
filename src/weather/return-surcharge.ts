import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { lowerPrice } from '../payments/lower-items.ts'
import { paidCents, priceOnRoute } from '../pricing/placed-price.ts'
import { surchargeReturned } from './holds.ts'

/**
 * An expedited box that weather moved to a standard day costs what standard delivery does. Once an order: shipped
 * anyway, it travels the faster way at no charge.
 * @param order as it was before the move
 * @returns the cents that went back
 */
export function returnSurcharge(tx: DurableTx, order: Order, isExpedited: boolean, now: Instant): number {
  const { transitDays, deliveryState } = order
  if (!order.expedited || isExpedited || transitDays === null || surchargeReturned(tx, order.id)) return 0
  const price = priceOnRoute(tx, order, { transitDays, expedited: false, state: deliveryState ?? '' })
  if (price.dueCents >= paidCents(order)) return 0
  const { cardCents, giftCents } = lowerPrice(tx, orderById(tx, order.id), price, now)
  return cardCents + giftCents
}
