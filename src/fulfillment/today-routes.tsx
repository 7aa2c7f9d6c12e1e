import { Hono } from 'hono'
import { CentersPage } from '#views/fulfillment/centers-page.tsx'
import { TodayPage } from '#views/fulfillment/today-page.tsx'
import { signedIn } from '../accounts/guards.ts'
import { ownPlaces } from '../accounts/other-desks.ts'
import { secondFactorDetour } from '../accounts/second-factor-guard.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { boardOf } from './board.ts'
import { clerk } from './clerk.ts'
import { boxJson, shipDayJson } from './json.ts'
import { renderCenterPage } from './page.tsx'
import { centerToday } from './today.ts'

export const todayRoutes = new Hono<AppEnv>()

/** Redirects clerks of one center to it, and lets clerks of several choose. */
todayRoutes.get(
  paths.fulfillment.pattern,
  signedIn((c, user) => {
    const { db } = c.var.services
    const centers = ownPlaces(db, user.id, 'fulfillment')
    const [center, ...others] = centers
    if (!center) return notFound(c)
    const detour = secondFactorDetour(c, user)
    if (detour) return detour
    if (others.length === 0) return redirectTo(c, paths.center(center.slug), 302)
    if (!wantsHtml(c)) return c.json({ centers: centers.map(({ slug, name }) => ({ slug, name })) })
    return renderPage(c, <CentersPage centers={centers} />, { title: 'Your centers', indexed: false })
  }),
)

todayRoutes.get(
  paths.center.pattern,
  clerk((c, who) => {
    const { db, clock } = c.var.services
    const today = centerToday(db, boardOf(who.center, clock.now()))
    if (wantsHtml(c)) {
      const view = <TodayPage center={who.center} today={today} />
      return renderCenterPage(c, who, { current: 'today', title: 'Today' }, view)
    }
    return c.json({
      today: today.day,
      ship_days: today.days.map(shipDayJson),
      counts: today.counts,
      needs_a_hand: today.needsAHand.map(boxJson),
      low_stock: today.lowStock.map((offer) => ({
        bid_item_token: offer.token,
        name: offer.name,
        label: offer.label,
        on_hand: offer.onHand,
      })),
    })
  }),
)
