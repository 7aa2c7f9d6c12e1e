import { Hono } from 'hono'
import { FarmPage } from '#views/farms/farm-page.tsx'
import { FarmsFrame, FarmsPage } from '#views/farms/farms-page.tsx'
import { FarmReviews } from '#views/reviews/farm-reviews.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { shownFarmReviews } from '../catalog/reviews.ts'
import { pageNumber, viewContext } from '../catalog/view-context.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFrame, renderPage } from '../web/page.tsx'
import { farmShelf, findFarm, freezerLots } from './farm-detail.ts'
import { readBadges } from './farm-filters.ts'
import { listFarmsWith } from './farm-list.ts'
import { wayHome } from './farm-route.ts'
import { type Follower, followedFarms } from './follow.ts'
import { farmHead, farmsHead } from './page-heads.ts'

export const pageRoutes = new Hono<AppEnv>()

pageRoutes.get(paths.shopFarms.pattern, (c) => {
  const { db, config } = c.var.services
  const page = pageNumber(c.req.query('page'))
  const list = listFarmsWith(db, readBadges(c.req.queries()), page)
  if (page > list.pages) return notFound(c)
  const head = farmsHead(list, config.appUrl)
  const props = { list, follower: followerOf(c), title: head.title }
  if (c.req.header('turbo-frame') === 'farms') return renderFrame(c, <FarmsFrame {...props} />)
  return renderPage(c, <FarmsPage {...props} />, head)
})

pageRoutes.get(paths.farm.pattern, (c) => {
  const { db, config, clock } = c.var.services
  const facts = findFarm(db, c.req.param('slug'))
  if (!facts) return notFound(c)
  const page = (
    <FarmPage
      facts={facts}
      shelf={farmShelf(db, facts.farm.slug, viewContext(c))}
      lots={freezerLots(db, facts.farm.id)}
      today={dayIn(SHOP_ZONE, clock.now())}
      way={wayHome(db, c.var.visitor.postalCode)}
      follower={followerOf(c)}
      reviews={<FarmReviews reviews={shownFarmReviews(db, facts.farm.id)} />}
    />
  )
  return renderPage(c, page, farmHead(facts, config.appUrl))
})

function followerOf(c: Ctx): Follower | null {
  const { user } = c.var.visitor
  return user && { userToken: user.token, farmIds: followedFarms(c.var.services.db, user.id) }
}
