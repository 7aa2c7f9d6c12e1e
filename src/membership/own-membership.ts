import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Membership, memberships } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'

type MembershipHandler = (c: Ctx, membership: Membership) => Response | Promise<Response>

/** Another account's membership gets the same 404 as one that does not exist. */
export const ownMembership = (handler: MembershipHandler) => (c: Ctx) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  const membership = findMembership(services.db, visitor.user.id, c.req.param('membershipToken') ?? '')
  return membership ? handler(c, membership) : notFound(c)
}

function findMembership(db: Db, userId: number, token: string): Membership | null {
  if (!TOKEN_PATTERN.test(token)) return null
  const isOwn = and(eq(memberships.token, token), eq(memberships.userId, userId))
  return db.select().from(memberships).where(isOwn).get() ?? null
}
