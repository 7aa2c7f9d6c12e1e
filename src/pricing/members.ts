import { and, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders, recurringConsents } from '#db/schema/index.ts'

/** A member has bought a recurring box and has not ended the agreement since. */
export const isMember = (db: Db, userId: number | null): boolean =>
  userId !== null && statements(db).active.get({ userId }) !== undefined

/** Member prices follow the person, and apply to the order that starts a membership. */
export const isPricedAsMember = (db: Db, order: Pick<Order, 'recurring' | 'userId'>): boolean =>
  order.recurring || isMember(db, order.userId)

const statements = oncePerDatabase((db) => ({
  active: db
    .select({ id: recurringConsents.id })
    .from(orders)
    .innerJoin(recurringConsents, eq(recurringConsents.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        isNotNull(orders.placedAt),
        notInArray(orders.state, ['canceled', 'refunded']),
        isNull(recurringConsents.withdrawnAt),
      ),
    )
    .limit(1)
    .prepare(),
}))
