import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { giftOn } from '../pricing/gifts.ts'
import { itemsOf, type OrderItem } from './items.ts'

/**
 * A placed order as the page's own counting of purchases reads it: exactly the fields that the customer's scripts
 * know. Money is in cents here, and divided by the script that tells it on. `subscription_id` and the shipping fee are
 * left out where there is none.
 */
export function orderForAnalytics(db: Db, order: Order) {
  const gift = giftOn(db, order.id)
  return {
    token: order.token,
    // The same event as the shop's own record of it, so that whoever hears both counts one.
    event_id: `purchase:${order.token}`,
    total_price_cents: order.totalCents ?? 0,
    sales_tax_cents: order.taxCents ?? 0,
    ...(order.shippingCents ? { total_shipping_fee_cents: order.shippingCents } : {}),
    logged_google_analytics_conversion_at:
      order.conversionLoggedAt === null ? null : new Date(order.conversionLoggedAt).toISOString(),
    lineitems_for_google_analytics: [
      ...itemsOf(db, order.id).map((item) => toLineItem(item, item.seenPriceCents, item.quantity)),
      ...(gift ? [toLineItem(gift, 0, 1)] : []),
    ],
  }
}

const toLineItem = (
  { token, name, farm, label }: Pick<OrderItem, 'token' | 'name' | 'farm' | 'label'>,
  price_cents: number,
  quantity: number,
) => ({ item_id: token, item_name: name, item_brand: farm, item_variant: label, price_cents, quantity })
