import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type DraftOrder, draftOrders, type Order, orders, type User } from '#db/schema/index.ts'
import { lastingUser, userByEmail } from '../../accounts/users.ts'
import { newIdentifier } from '../../orders/identifier.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { orderById } from '../../orders/orders.ts'
import type { Random } from '../../tokens.ts'
import { type By, type DraftRefused, recordDraft, refused } from './open-draft.ts'

export type NewDraft = {
  /** Of a customer's page; else their email may lead to an account. */
  customer: User | null
  email: string
  name: string
  /** E.164, or empty. */
  phone: string
  /** The form's key, so that sending it twice begins one draft. */
  press: string
}

export const draftByPress = (db: Db, press: string): DraftOrder | undefined =>
  db.select().from(draftOrders).where(eq(draftOrders.press, press)).get()

/** Null if the email isn't confirmed: anyone can type one into an account of theirs. */
export function accountOf(db: Db, email: string): number | null {
  const known = userByEmail(db, email)
  return known?.emailVerifiedAt ? lastingUser(db, known).id : null
}

/** In the customer's account, or in that of the email. */
export function startDraft(
  tx: DurableTx,
  { customer, email, name, phone, press }: NewDraft,
  by: By & { random: Random },
): { ok: true; order: Order } | DraftRefused {
  const begun = draftByPress(tx, press)
  if (begun) return { ok: true, order: orderById(tx, begun.orderId) }
  const userId = customer ? lastingUser(tx, customer).id : accountOf(tx, email)
  if (isOwnOrder({ userId, email }, by.user)) return refused(409, OWN_ORDER)
  const order = tx
    .insert(orders)
    .values({
      token: by.random.token(),
      identifier: newIdentifier(by.random),
      userId,
      email,
      deliveryName: name || null,
      deliveryPhone: phone || null,
      draftedAt: by.now,
      pricesHeldAt: by.now,
      createdAt: by.now,
      updatedAt: by.now,
    })
    .returning()
    .get()
  tx.insert(draftOrders)
    .values({ orderId: order.id, press, createdById: by.user.id, createdAt: by.now })
    .run()
  recordDraft(tx, order, by, { verb: 'order.drafted' })
  return { ok: true, order }
}
