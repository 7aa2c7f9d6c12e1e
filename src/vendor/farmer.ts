import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Farm, farms, type User } from '#db/schema/index.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { hasRoleFor } from '../accounts/roles.ts'
import { atDesk } from '../accounts/second-factor-guard.ts'
import { notFound } from '../web/errors.tsx'

export type Farmer = { user: User; farm: Farm }

type FarmerHandler = (c: Ctx, farmer: Farmer) => Response | Promise<Response>

const farmBySlug = (db: Db, slug: string): Farm | null =>
  db.select().from(farms).where(eq(farms.slug, slug)).get() ?? null

/** For paths with `:farm`: 404 for everyone who doesn't work there. */
export const farmer = (handler: FarmerHandler) =>
  signedIn((c, user) => {
    const { db } = c.var.services
    const farm = farmBySlug(db, c.req.param('farm') ?? '')
    return farm && hasRoleFor(db, user.id, 'vendor', farm.id)
      ? atDesk(c, user, true, () => handler(c, { user, farm }))
      : notFound(c)
  })
