import { quickly } from '#db/client.ts'
import { analyticsEvents } from '#db/schema/index.ts'
import { itemsOf } from '../cart/queries.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'

/** Keeps a placed order among the shop's own events, once. Dollars, as analytics want them (GND-1). */
export async function recordPurchase({ db }: Services, orderId: number) {
  const order = orderById(db, orderId)
  const properties = {
    transaction_id: order.token,
    value: (order.totalCents ?? 0) / 100,
    tax: (order.taxCents ?? 0) / 100,
    shipping: (order.shippingCents ?? 0) / 100,
    currency: 'usd',
    items: itemsOf(db, orderId).map((item) => ({
      item_id: item.token,
      item_name: item.name,
      price: item.seenPriceCents / 100,
      quantity: item.quantity,
    })),
  }
  await quickly(db, () => {
    db.insert(analyticsEvents)
      .values({
        key: `purchase:${order.token}`,
        name: 'purchase',
        properties,
        at: order.placedAt ?? order.updatedAt,
      })
      .onConflictDoNothing()
      .run()
  })
}
