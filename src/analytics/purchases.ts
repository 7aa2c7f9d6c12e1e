import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { oncePerDatabase, quickly } from '#db/client.ts'
import { analyticsEvents } from '#db/schema/index.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { itemsOf } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { giftOn } from '../pricing/gifts.ts'

/** Once per order. Amounts are in dollars, for analytics (GND-1). */
export const recordPurchase = job(
  'record_purchase',
  z.object({ orderId: z.number() }),
  LANES.local,
  async ({ db }, { orderId }) => {
    const order = orderById(db, orderId)
    const gift = giftOn(db, orderId)
    const properties = {
      transaction_id: order.token,
      value: (order.totalCents ?? 0) / 100,
      tax: (order.taxCents ?? 0) / 100,
      shipping: (order.shippingCents ?? 0) / 100,
      currency: 'usd',
      items: [
        ...itemsOf(db, orderId).map((item) => toItem(item, item.seenPriceCents, item.quantity)),
        ...(gift ? [toItem(gift, 0, 1)] : []),
      ],
    }
    const [key, at] = [`purchase:${order.token}`, order.placedAt ?? order.updatedAt]
    await quickly(db, (tx) => void recordStatement(tx).run({ key, properties, at }))
  },
)

const recordStatement = oncePerDatabase((db) =>
  db
    .insert(analyticsEvents)
    .values({
      key: sql.placeholder('key'),
      name: 'purchase',
      properties: sql.placeholder('properties'),
      at: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .prepare(),
)

const toItem = ({ token, name }: { token: string; name: string }, priceCents: number, quantity: number) => ({
  item_id: token,
  item_name: name,
  price: priceCents / 100,
  quantity,
})
