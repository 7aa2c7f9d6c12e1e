import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { passportLinks, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Random } from '../tokens.ts'

export const passportLinkOf = (db: Db, userId: number): string | null =>
  linkStatement(db).get({ userId })?.token ?? null

const linkStatement = oncePerDatabase((db) =>
  db
    .select({ token: passportLinks.token })
    .from(passportLinks)
    .where(eq(passportLinks.userId, sql.placeholder('userId')))
    .prepare(),
)

/** A link that was ended never works again: the next one is another. */
export function sharePassport(tx: Tx, userId: number, random: Random, now: Instant) {
  tx.insert(passportLinks)
    .values({ userId, token: random.token(), createdAt: now })
    .onConflictDoNothing()
    .run()
}

export const endPassportLink = (tx: Tx, userId: number) =>
  void tx.delete(passportLinks).where(eq(passportLinks.userId, userId)).run()

export const ownerOfPassport = (db: Db, token: string): User | null =>
  db
    .select({ user: users })
    .from(passportLinks)
    .innerJoin(users, eq(users.id, passportLinks.userId))
    .where(eq(passportLinks.token, token))
    .get()?.user ?? null
