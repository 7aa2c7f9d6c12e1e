import { eq } from 'drizzle-orm'
import { type Farm, farms, type Period, type User } from '#db/schema/index.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { parsePeriod } from '../farm-money/periods.ts'
import { notFound } from '../web/errors.tsx'

type FarmHandler = (c: Ctx, user: User, farm: Farm) => Response | Promise<Response>

/** For paths with a farm's `:slug`. */
export const staffAtFarm = (handler: FarmHandler) =>
  staff((c, user) => {
    const slug = c.req.param('slug') ?? ''
    const farm = c.var.services.db.select().from(farms).where(eq(farms.slug, slug)).get()
    return farm ? handler(c, user, farm) : notFound(c)
  })

export type StatementOf = { farm: Farm; period: Period }

type StatementHandler = (c: Ctx, user: User, of: StatementOf) => Response | Promise<Response>

/** For paths that name the `:period` too. */
export const staffAtStatement = (handler: StatementHandler) =>
  staffAtFarm((c, user, farm) => {
    const period = parsePeriod(c.req.param('period'))
    return period ? handler(c, user, { farm, period }) : notFound(c)
  })
