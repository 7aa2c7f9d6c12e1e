import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { type Order, orders, shipments } from '#db/schema/index.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { boxesAt, CENTER, centerShop } from './clerks.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const WAVE = `${CENTER}/packing_waves/1`

/** A shop, the clerk of its first center, and the boxes of the demo's wave in packing order. */
export async function waveShop() {
  const { shop, dale } = await centerShop()
  await dale.visit(WAVE)
  const { orders: rows } = await readWave(dale)
  const byToken = new Map(boxesAt(shop).map((order) => [order.token, order]))
  const boxes: Order[] = rows.map(({ order_token }: { order_token: string }) => byToken.get(order_token))
  return { shop, dale, boxes }
}

export const readWave = async (clerk: Shopper) => (await clerk.call('GET', WAVE)).json()

export type BoxStep = 'packed' | 'shipped' | 'remove'

export const press = (clerk: Shopper, step: BoxStep, boxes: Pick<Order, 'token'>[]) =>
  clerk.call('POST', `${WAVE}/${step}`, { order_tokens: boxes.map(({ token }) => token) })

export const orderNow = ({ db }: World, { id }: Order): Order => {
  const found = db.select().from(orders).where(eq(orders.id, id)).get()
  if (!found) throw new Error(`order ${id} is gone`)
  return found
}

export const shipmentsOf = ({ db }: World, { id }: Order) =>
  db.select().from(shipments).where(eq(shipments.orderId, id)).all()

/** Cancels and refunds an order, as staff do. */
export const cancelOrder = (shop: World, { id }: Order) =>
  durably(shop.db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
