import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Membership, memberships } from '#db/schema/index.ts'

/** Pausing or canceling a membership ends its benefits with the next order. */
export const isMember = (db: Db, userId: number | null): boolean =>
  userId !== null && statements(db).active.get({ userId }) !== undefined

export const hasPausedMembership = (db: Db, userId: number | null): boolean =>
  userId !== null && statements(db).paused.get({ userId }) !== undefined

const statements = oncePerDatabase((db) => ({
  active: inState(db, 'active'),
  paused: inState(db, 'paused'),
}))

const inState = (db: Db, state: Membership['state']) =>
  db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.userId, sql.placeholder('userId')), sql`${memberships.state} = ${state}`))
    .prepare()
