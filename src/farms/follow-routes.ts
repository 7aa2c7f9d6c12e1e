import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { farms } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { isPrefetch } from '../web/prefetch.ts'
import { redirectTo } from '../web/redirect.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { userActivation } from '../web/user-activation.ts'
import { followFarm, isFollowing, unfollowFarm } from './follow.ts'

/** The two GETs that change something, if a person meant them (GND-8). */
export function followRoutes(config: Config) {
  const isActivated = userActivation(config)
  const routes = new Hono<AppEnv>()
  routes.get(paths.followFarm.pattern, (c) => answer(c, true))
  routes.get(paths.unfollowFarm.pattern, (c) => answer(c, false))
  return routes

  async function answer(c: Ctx, wanted: boolean) {
    const { db, clock } = c.var.services
    const { user } = c.var.visitor
    const farm = farmNamed(db, c.req.param('farm') ?? '')
    if (!user) return requireSignIn(c, { returnTo: farm ? paths.farm(farm.slug) : paths.shopFarms() })
    if (!farm || c.req.param('userToken') !== user.token) return notFound(c)
    const pair = { userId: user.id, farmId: farm.id }
    if (!isActivated(c)) return unchanged(c, farm, isFollowing(db, pair))
    await (wanted ? followFarm(db, pair, clock.now()) : unfollowFarm(db, pair))
    const message = wanted
      ? `You follow ${farm.name}. We'll email you what's new, once a week at most.`
      : `You no longer follow ${farm.name}.`
    const path = previousPage(c, paths.farm(farm.slug))
    return reply(c, 200, { message, following: wanted }, { path, flash: { kind: 'notice', message } })
  }
}

const NOT_MEANT = 'Nothing was changed. Please use the button on the farm’s page.'

/** A prefetch is refused, so that no browser keeps it for the click that may follow. */
function unchanged(c: Ctx, { slug }: NamedFarm, following: boolean) {
  if (isPrefetch(c) || !wantsHtml(c)) return c.json({ error: NOT_MEANT, message: NOT_MEANT, following }, 403)
  return redirectTo(c, paths.farm(slug))
}

type NamedFarm = { id: number; slug: string; name: string }

const farmNamed = (db: Db, slug: string): NamedFarm | undefined =>
  db
    .select({ id: farms.id, slug: farms.slug, name: farms.name })
    .from(farms)
    .where(eq(farms.slug, slug))
    .get()
