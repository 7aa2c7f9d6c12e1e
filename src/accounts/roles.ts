import { and, eq } from 'drizzle-orm'
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
