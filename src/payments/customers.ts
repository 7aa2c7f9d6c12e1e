import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Order, orders, type Payment, users } from '#db/schema/index.ts'
import type { Services } from '../services.ts'

/** The provider's customer that an order's card is saved for: the order's own, else the account's. */
export async function customerOfOrder(
  { stripe, db }: Services,
  order: Order,
  payment: Payment,
): Promise<string> {
  const known = order.providerCustomerId ?? customerOfAccount(db, order)
  if (known) return known
  const { id } = await stripe.customers.create(
    { metadata: { order_token: order.token } },
    { idempotencyKey: `cus:${order.token}:${payment.attempt}` },
  )
  await durably(db, (tx) => {
    tx.update(orders).set({ providerCustomerId: id }).where(eq(orders.id, order.id)).run()
  })
  return id
}

function customerOfAccount(db: Db, { userId }: Order): string | null {
  if (userId === null) return null
  const account = db
    .select({ customer: users.providerCustomerId })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  return account?.customer ?? null
}

/** The provider doesn't know it: it belongs to another account, or was deleted in the dashboard. */
export const forgetUnknownCustomer = (
  db: Db,
  customerId: string,
  orderId: number | null = null,
): Promise<void> =>
  durably(db, (tx) => {
    tx.update(users).set({ providerCustomerId: null }).where(eq(users.providerCustomerId, customerId)).run()
    if (orderId !== null)
      tx.update(orders).set({ providerCustomerId: null }).where(eq(orders.id, orderId)).run()
  })
