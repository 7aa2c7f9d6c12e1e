import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { cardsPaidWith } from '../pricing/bought-cards.ts'
import { giftOn } from '../pricing/gifts.ts'
import { acceptedUnitCents, itemsOf, type OrderItem } from './items.ts'
import type { PricedOrder } from './priced-order.ts'

/**
 * The fields that the customer's analytics scripts read. Amounts are in cents; the script divides them.
 * @param priced what the page has already read of an open order
 */
export function orderForAnalytics(db: Db, order: Order, priced?: PricedOrder) {
  const gift = priced ? priced.extras.gift : giftOn(db, order.id)
  const items = priced?.items ?? itemsOf(db, order.id)
  return {
    token: order.token,
    // Also the key of the shop's own purchase event, so a system that receives both counts one purchase.
    event_id: `purchase:${order.token}`,
    total_price_cents: order.totalCents ?? 0,
    sales_tax_cents: order.taxCents ?? 0,
    ...(order.shippingCents ? { total_shipping_fee_cents: order.shippingCents } : {}),
    logged_google_analytics_conversion_at:
      order.conversionLoggedAt === null ? null : new Date(order.conversionLoggedAt).toISOString(),
    lineitems_for_google_analytics: [
      ...items.map((item) => toLineItem(item, acceptedUnitCents(item), item.quantity)),
      ...(gift ? [toLineItem(gift, 0, 1)] : []),
      ...cardsPaidWith(db, order).map(({ amountCents }) => ({ ...GIFT_CARD, price_cents: amountCents })),
    ],
  }
}

const GIFT_CARD = {
  item_id: 'gift_card',
  item_name: 'Gift card',
  item_brand: '',
  item_variant: '',
  quantity: 1,
}

const toLineItem = (
  { token, name, farm, label }: Pick<OrderItem, 'token' | 'name' | 'farm' | 'label'>,
  price_cents: number,
  quantity: number,
) => ({ item_id: token, item_name: name, item_brand: farm, item_variant: label, price_cents, quantity })
