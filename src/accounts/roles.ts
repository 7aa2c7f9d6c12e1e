import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { roles } from '#db/schema/index.ts'

/** Read at each request: a role that was taken away is gone at once. */
export const isStaff = (db: Db, userId: number): boolean =>
  db
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.userId, userId), eq(roles.role, 'staff')))
    .limit(1)
    .get() !== undefined

/** Works in the back office, in whatever part of it. */
export const hasRole = (db: Db, userId: number): boolean =>
  db.select({ role: roles.role }).from(roles).where(eq(roles.userId, userId)).limit(1).get() !== undefined

/** All roles of an account as one word, the same whenever they are the same; null for none. */
const together = sql<
  string | null
>`group_concat(role || ' ' || coalesce(subject_id, ''), ', ' order by role, subject_id)`

export const rolesHeldBy = (db: Db, userId: number): string | null =>
  db.select({ held: together }).from(roles).where(eq(roles.userId, userId)).get()?.held ?? null

/** The same in a query of sessions, for the account of each; a guest's is null. */
export const rolesOfSession = sql<
  string | null
>`(select ${together} from roles where roles.user_id = sessions.user_id)`
