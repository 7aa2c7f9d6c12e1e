import type { FulfillmentCenter, User } from '#db/schema/index.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { hasRoleFor } from '../accounts/roles.ts'
import { atDesk } from '../accounts/second-factor-guard.ts'
import { centerBySlug } from '../delivery/centers.ts'
import { notFound } from '../web/errors.tsx'

export type Clerk = { user: User; center: FulfillmentCenter }

type ClerkHandler = (c: Ctx, clerk: Clerk) => Response | Promise<Response>

/** For paths with `:center`: 404 for everyone who doesn't work there. */
export const clerk = (handler: ClerkHandler) =>
  signedIn((c, user) => {
    const { db } = c.var.services
    const center = centerBySlug(db, c.req.param('center') ?? '')
    return center && hasRoleFor(db, user.id, 'fulfillment', center.id)
      ? atDesk(c, user, true, () => handler(c, { user, center }))
      : notFound(c)
  })
