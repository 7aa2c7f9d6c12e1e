import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/index.ts'
import { rolesHeldBy } from '#src/accounts/roles.ts'
import { changeOrder, orderOf } from './buying.ts'

/** Links the order's session, and the order, to an account, as sign-in does. @returns the account's id */
export function signIn(db: Db, orderToken: string, email = 'shopper@example.com'): number {
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`nobody is ${email}`)
  const { sessionHash } = orderOf(db, orderToken)
  db.update(sessions)
    .set({ userId: user.id, heldRoles: rolesHeldBy(db, user.id) })
    .where(eq(sessions.idHash, sessionHash ?? ''))
    .run()
  changeOrder(db, orderToken, { userId: user.id })
  return user.id
}
