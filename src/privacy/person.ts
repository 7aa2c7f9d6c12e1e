import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { OrderOwner } from '../orders/erase.ts'

/** An account, a proved email address, or both. */
export type Person = {
  user: User | null
  /** In lower case. Null until proved: data stored under the address alone may be someone else's. */
  email: string | null
}

export const personOf = (user: User): Person => ({
  user,
  email: user.emailVerifiedAt === null ? null : user.email,
})

/** Staff found that these are the same person's. They are deleted with the account. */
export const mergedInto = (db: Db, user: Pick<User, 'id'>): User[] =>
  db.select().from(users).where(eq(users.mergedIntoId, user.id)).all()

/** The person, and the email of each account merged into theirs: whose data the file has, and an erasure deletes. */
export const ownersOf = (db: Db, { user, email }: Person): OrderOwner[] => [
  { userId: user?.id ?? null, email },
  ...(user === null ? [] : mergedInto(db, user).map(personOf)).map((merged) => ({
    userId: null,
    email: merged.email,
  })),
]
