import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, textMessages, textSubscriptions, type User } from '#db/schema/index.ts'
import { iso } from './iso.ts'

/** Delivery texts of the account and of its orders, with what was sent; codes aren't kept. */
export function textsOf(db: Db, user: User | null, orders: Order[]) {
  const ids = orders.map(({ id }) => id)
  const own = user
    ? db.select().from(textSubscriptions).where(eq(textSubscriptions.userId, user.id)).all()
    : []
  const ofOrders = db.select().from(textSubscriptions).where(inArray(textSubscriptions.orderId, ids)).all()
  const subscriptions = [...own, ...ofOrders]
  const sent = db
    .select()
    .from(textMessages)
    .where(
      and(
        inArray(
          textMessages.subscriptionId,
          subscriptions.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(textMessages.id))
    .all()
  return {
    subscriptions: subscriptions.map(
      ({ phone, nextPhone, state, orderId, askedAt, confirmedAt, endedAt }) => ({
        phone_number: phone,
        new_phone_number: nextPhone,
        state,
        for: orderId === null ? 'account' : 'order',
        asked_at: iso(askedAt),
        confirmed_at: iso(confirmedAt),
        ended_at: iso(endedAt),
      }),
    ),
    sent: sent.map(({ kind, phone, body, sentAt }) => ({
      kind,
      phone_number: phone,
      words: body,
      sent_at: iso(sentAt),
    })),
  }
}
