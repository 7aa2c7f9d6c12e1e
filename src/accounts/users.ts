import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'

const statements = oncePerDatabase((db) => ({
  byEmail: db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare(),
  byId: db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
  byToken: db
    .select()
    .from(users)
    .where(eq(users.token, sql.placeholder('token')))
    .prepare(),
}))

/** Lowercases ASCII letters only, as SQLite's `lower` does. */
export const normalizeEmail = (typed: string) => typed.trim().replace(/[A-Z]+/g, (part) => part.toLowerCase())

export const userByEmail = (db: Db, email: string): User | null =>
  statements(db).byEmail.get({ email: normalizeEmail(email) }) ?? null

export const userById = (db: Db, id: number): User | null => statements(db).byId.get({ id }) ?? null

/** The account that took this one over in a merge; else itself. */
export const lastingUser = (db: Db, user: User): User =>
  (user.mergedIntoId === null ? null : userById(db, user.mergedIntoId)) ?? user

/** The token is an identifier, not a credential. */
export const userByToken = (db: Db, token: string): User | null =>
  statements(db).byToken.get({ token }) ?? null
