import { type Context, Hono } from 'hono'
import { BEHAVIORS, type ExampleFacts } from '#views/dev/behaviours/index.ts'
import { BehaviorPage, BehaviorsPage } from '#views/dev/behaviours-page.tsx'
import { listProducts } from '../catalog/listing.ts'
import { findProduct } from '../catalog/products.ts'
import { categories } from '../catalog/queries.ts'
import { viewContext } from '../catalog/view-context.ts'
import { calendarFor } from '../delivery/calendar-facts.ts'
import { findFarm } from '../farms/farm-detail.ts'
import { followedFarms } from '../farms/follow.ts'
import { paths } from '../paths.ts'
import { listVideos } from '../videos/videos.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'

export const behaviorsRoutes = new Hono<AppEnv>()

behaviorsRoutes.get(paths.behaviours.pattern, (c) =>
  renderPage(c, <BehaviorsPage behaviors={BEHAVIORS} />, { title: 'Behaviors', indexed: false }),
)

behaviorsRoutes.get(paths.behaviour.pattern, (c) => {
  const behavior = BEHAVIORS.find(({ name }) => name === c.req.param('name'))
  if (!behavior) return notFound(c)
  const view = <BehaviorPage behavior={behavior} {...exampleFacts(c)} />
  const { title, styles = 'orders' } = behavior
  return renderPage(c, view, { title, indexed: false, styles })
})

const CARDS = 8
const VIDEOS = 3
const SEATTLE = '98101'

function exampleFacts(c: Context<AppEnv>): ExampleFacts {
  const { db } = c.var.services
  const { user } = c.var.visitor
  const context = viewContext(c)
  const [category] = categories(db)
  return {
    soldOut: findProduct(db, 'demo-sold-out', context)?.offers[0]?.token ?? null,
    category: category ?? null,
    cards: listProducts(db, { ...context, category: category?.slug, limit: CARDS }).cards,
    days: calendarFor(db, { zip: SEATTLE, now: context.now, expedited: true }),
    standardDays: calendarFor(db, { zip: SEATTLE, now: context.now }),
    ticked: c.req.query('expedited') === '1',
    farm: findFarm(db, 'three-larks-ranch')?.farm ?? null,
    follower: user && { userToken: user.token, farmIds: followedFarms(db, user.id) },
    videos: listVideos(db).slice(0, VIDEOS),
  }
}
