import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DurableTx } from '#db/client.ts'
import { storedCards, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { type OrderOwner, ordersOf } from '../orders/erase.ts'
import { unlessMissing } from './provider.ts'

/** A card that was added again in the meantime stays. */
export const detachCard = job(
  'detach_card',
  z.object({ paymentMethodId: z.string() }),
  LANES.erasure,
  async ({ db, stripe }, { paymentMethodId }) => {
    const isSavedCard = eq(storedCards.paymentMethodId, paymentMethodId)
    if (db.select({ id: storedCards.id }).from(storedCards).where(isSavedCard).get()) return
    const method = await unlessMissing(() => stripe.paymentMethods.retrieve(paymentMethodId))
    if (method?.customer) await unlessMissing(() => stripe.paymentMethods.detach(paymentMethodId))
  },
)

export const forgetCustomer = job(
  'forget_customer',
  z.object({ customerId: z.string() }),
  LANES.erasure,
  async ({ stripe }, { customerId }) => {
    await unlessMissing(() => stripe.customers.del(customerId))
  },
)

/** At once here, and by jobs at the provider. */
export function releasePersonFromCards(tx: DurableTx, whose: OrderOwner, now: Instant) {
  const customers = new Set([
    ...cardsOfPerson(tx, whose).map(({ providerCustomerId }) => providerCustomerId),
    ...ordersOf(tx, whose).map(({ providerCustomerId }) => providerCustomerId),
    accountCustomer(tx, whose.userId),
  ])
  const ids = cardsOfPerson(tx, whose).map(({ id }) => id)
  tx.delete(storedCards).where(inArray(storedCards.id, ids)).run()
  for (const customerId of customers) {
    if (customerId === null || isNeeded(tx, customerId, whose.userId)) continue
    forgetCustomerLater(tx, customerId, now)
  }
}

export const forgetCustomerLater = (tx: DurableTx, customerId: string, now: Instant) =>
  enqueue(tx, forgetCustomer, { customerId }, { key: `forget_customer:${customerId}`, now })

/** An account's cards, and those of guest orders with the person's verified email. */
export function cardsOfPerson(db: Db, { userId, email }: OrderOwner) {
  const cards = db.select().from(storedCards)
  const own = userId === null ? [] : db.select().from(storedCards).where(eq(storedCards.userId, userId)).all()
  if (email === null) return own
  return [...own, ...cards.where(and(isNull(storedCards.userId), eq(storedCards.email, email))).all()]
}

function accountCustomer(db: Db, userId: number | null): string | null {
  if (userId === null) return null
  return db.select().from(users).where(eq(users.id, userId)).get()?.providerCustomerId ?? null
}

/** Another person may still need this customer: it also holds cards that paid for their boxes. */
function isNeeded(db: Db, customerId: string, userId: number | null): boolean {
  const remaining = db.select({ id: storedCards.id }).from(storedCards)
  if (remaining.where(eq(storedCards.providerCustomerId, customerId)).get()) return true
  const owner = db.select({ id: users.id }).from(users).where(eq(users.providerCustomerId, customerId)).get()
  return owner !== undefined && owner.id !== userId
}
