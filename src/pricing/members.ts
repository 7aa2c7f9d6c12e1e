import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { memberships, type Order } from '#db/schema/index.ts'

/** Pausing or canceling a membership ends member prices with the next order. */
export const isMember = (db: Db, userId: number | null): boolean =>
  userId !== null && statements(db).active.get({ userId }) !== undefined

/** Member prices follow the person, and apply to the order that starts a membership. */
export const isPricedAsMember = (db: Db, order: Pick<Order, 'recurring' | 'userId'>): boolean =>
  order.recurring || isMember(db, order.userId)

const statements = oncePerDatabase((db) => ({
  active: db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.userId, sql.placeholder('userId')), sql`${memberships.state} = 'active'`))
    .limit(1)
    .prepare(),
}))
