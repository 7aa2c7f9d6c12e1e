import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import { CatalogPage } from '#views/staff/catalog/catalog-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { staff } from '../../accounts/guards.ts'
import { recordAction } from '../../audit/audit.ts'
import { setPaused } from '../../catalog/pause-offer.ts'
import { comingPrices, offerSubject } from '../../catalog/prices.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { pageNumber } from '../../web/page-number.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { comingPriceJson, offerJson } from './json.ts'
import { readCatalogFilters } from './list-filters.ts'
import { catalogChoices, listOffers, offerByToken } from './offer-list.ts'
import { offerPage } from './offer-page.tsx'

export const catalogRoutes = new Hono<AppEnv>()

catalogRoutes.get(
  paths.staffCatalog.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const query = c.req.query()
    const read = readCatalogFilters(query)
    if (!read.ok) return refuse(c, 422, read.message)
    const list = listOffers(db, read.filters, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { items, total, page, pages } = list
    if (!wantsHtml(c)) return c.json({ items: items.map(offerJson), total, page, pages })
    const view = <CatalogPage list={list} filters={read.filters} query={query} choices={catalogChoices(db)} />
    return renderDesk(c, user, { current: 'catalog', title: 'Catalog' }, view)
  }),
)

catalogRoutes.get(
  paths.staffOffer.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const offer = offerByToken(db, c.req.param('offerToken') ?? '')
    if (!offer) return notFound(c)
    if (wantsHtml(c)) return offerPage(c, user, offer)
    return c.json({ ...offerJson(offer), coming_prices: comingPrices(db, offer.id).map(comingPriceJson) })
  }),
)

catalogRoutes.post(
  paths.pauseOfferByStaff.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const offer = offerByToken(db, c.req.param('offerToken') ?? '')
    if (!offer) return notFound(c)
    const { paused = 'yes' } = c.var.body
    if (paused !== 'yes' && paused !== 'no') return refuse(c, 422, 'Please say paused: yes or no.')
    const isPaused = paused === 'yes'
    await durably(db, (tx) => {
      const now = clock.now()
      if (!setPaused(tx, offer.id, isPaused, now)) return
      const verb = isPaused ? 'offer.paused' : 'offer.resumed'
      recordAction(tx, { actor: actorOf(user), verb, subject: offerSubject(tx, offer), now })
    })
    const message = isPaused ? 'Paused. Shoppers see it as sold out.' : 'For sale again.'
    const json = { message, ...offerJson(offerByToken(db, offer.token) ?? offer) }
    return reply(c, 200, json, { path: paths.staffOffer(offer.token), flash: { kind: 'notice', message } })
  }),
)
