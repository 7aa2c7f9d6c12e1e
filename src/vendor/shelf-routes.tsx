import { Hono } from 'hono'
import { FarmsPage } from '#views/vendor/farms-page.tsx'
import { ShelfPage } from '#views/vendor/shelf-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { ownPlaces } from '../accounts/other-desks.ts'
import { secondFactorDetour } from '../accounts/second-factor-guard.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { pageNumber } from '../web/page-number.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { type Farmer, farmer } from './farmer.ts'
import { shelfJson } from './json.ts'
import { offerPage, withItem } from './offer-page.tsx'
import { renderFarmPage } from './page.tsx'
import { listShelf } from './shelf.ts'

export const shelfRoutes = new Hono<AppEnv>()

/** Redirects farmers of one farm to it, and lets those of several choose. */
shelfRoutes.get(
  paths.vendor.pattern,
  signedIn((c, user) => {
    const own = ownPlaces(c.var.services.db, user.id, 'vendor')
    const [farm, ...others] = own
    if (!farm) return notFound(c)
    const detour = secondFactorDetour(c, user)
    if (detour) return detour
    if (others.length === 0) return redirectTo(c, paths.farmDesk(farm.slug), 302)
    if (!wantsHtml(c)) return c.json({ farms: own.map(({ slug, name }) => ({ slug, name })) })
    return renderPage(c, <FarmsPage farms={own} />, { title: 'Your farms', indexed: false })
  }),
)

shelfRoutes.get(paths.farmDesk.pattern, farmer(shelfPage))
shelfRoutes.get(paths.farmInventory.pattern, farmer(shelfPage))

function shelfPage(c: Ctx, who: Farmer) {
  const { db, clock } = c.var.services
  const shelf = listShelf(db, who.farm.id, clock.now(), pageNumber(c.req.query()))
  if (shelf.page > shelf.pages) return notFound(c)
  const { items, page, pages, total } = shelf
  if (!wantsHtml(c)) return c.json({ items: items.map(shelfJson), page, pages, total })
  const view = <ShelfPage farm={who.farm} shelf={shelf} name={who.user.firstName || null} />
  return renderFarmPage(c, who, { title: 'Your shelf' }, view)
}

shelfRoutes.get(paths.farmOffer.pattern, withItem(offerPage))
