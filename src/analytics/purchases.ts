import { z } from 'zod'
import { quickly } from '#db/client.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { acceptedUnitCents, itemsOf } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { cardsPaidWith } from '../pricing/bought-cards.ts'
import { giftOn } from '../pricing/gifts.ts'
import { recordEvent } from './events.ts'

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
        ...itemsOf(db, orderId).map((item) => toItem(item, acceptedUnitCents(item), item.quantity)),
        ...(gift ? [toItem(gift, 0, 1)] : []),
        ...cardsPaidWith(db, order).map(({ amountCents }) => toItem(GIFT_CARD, amountCents, 1)),
      ],
    }
    const [key, at] = [`purchase:${order.token}`, order.placedAt ?? order.updatedAt]
    await quickly(db, (tx) => recordEvent(tx, { key, name: 'purchase', properties, at }))
  },
)

const GIFT_CARD = { token: 'gift_card', name: 'Gift card' }

const toItem = ({ token, name }: { token: string; name: string }, priceCents: number, quantity: number) => ({
  item_id: token,
  item_name: name,
  price: priceCents / 100,
  quantity,
})
