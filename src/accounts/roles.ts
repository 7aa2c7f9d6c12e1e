import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Role, roles, users } from '#db/schema/index.ts'

/** Queried on every request, so that removing a role takes effect at once. */
export const isStaff = (db: Db, userId: number): boolean =>
  db
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.userId, userId), eq(roles.role, 'staff')))
    .limit(1)
    .get() !== undefined

/** Whether a second person could approve something. An owner who runs the shop alone decides alone. */
export const hasColleague = (db: Db, userId: number): boolean =>
  db
    .select({ role: roles.role })
    .from(roles)
    .where(and(ne(roles.userId, userId), eq(roles.role, 'staff')))
    .limit(1)
    .get() !== undefined

export const hasRole = (db: Db, userId: number): boolean =>
  db.select({ role: roles.role }).from(roles).where(eq(roles.userId, userId)).limit(1).get() !== undefined

/** For a center or a farm. A role without a subject is for all of them; older versions granted such roles. */
export const hasRoleFor = (db: Db, userId: number, role: Role, subjectId: number): boolean =>
  subjectsOf(db, userId, role).some((held) => held === null || held === subjectId)

/** The centers or farms that the account works for by this role; null stands for all. */
export const subjectsOf = (db: Db, userId: number, role: Role): (number | null)[] =>
  db
    .select({ subjectId: roles.subjectId })
    .from(roles)
    .where(and(eq(roles.userId, userId), eq(roles.role, role)))
    .all()
    .map(({ subjectId }) => subjectId)

/** All roles of an account in one canonical string. */
const joinedRoles = sql<
  string | null
>`group_concat(role || ' ' || coalesce(subject_id, ''), ', ' order by role, subject_id)`

export const rolesHeldBy = (db: Db, userId: number): string | null =>
  db.select({ held: joinedRoles }).from(roles).where(eq(roles.userId, userId)).get()?.held ?? null

/** The same as a subquery for selects from `sessions`; null for guests. */
export const rolesOfSession = sql<
  string | null
>`(select ${joinedRoles} from roles where roles.user_id = sessions.user_id)`

const staffUsers = (db: Db) =>
  db
    .selectDistinct({
      id: users.id,
      token: users.token,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .innerJoin(roles, and(eq(roles.userId, users.id), eq(roles.role, 'staff')))

export type StaffAccount = ReturnType<typeof staffAccounts>[number]

export const staffAccounts = (db: Db) => staffUsers(db).orderBy(users.firstName, users.email).all()

export const staffAccount = (db: Db, token: string): StaffAccount | null =>
  staffUsers(db).where(eq(users.token, token)).get() ?? null
