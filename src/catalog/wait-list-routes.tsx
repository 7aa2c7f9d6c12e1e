import { type Context, Hono } from 'hono'
import { WaitListModal } from '#views/catalog/wait-list-modal.tsx'
import { WaitListPage } from '#views/catalog/wait-list-page.tsx'
import { smsConsentText } from '../accounts/consent-rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFragment, renderPage } from '../web/page.tsx'
import { byNetwork, rateLimit } from '../web/rate-limit.ts'
import { reply } from '../web/respond.ts'
import { pageOfForm, previousPage } from '../web/return-path.ts'
import { suggestions } from './suggestions.ts'
import { viewContext } from './view-context.ts'
import { findWaitListItem, joinWaitList, type WaitListItem } from './wait-list.ts'
import { type JoinRequest, readJoinRequest, readOfferToken } from './wait-list-fields.ts'

const limits = rateLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)

export const waitListRoutes = new Hono<AppEnv>()

waitListRoutes.get(paths.waitListPage.pattern, (c) => {
  const { db } = c.var.services
  const item = findWaitListItem(db, c.req.param('offerToken'), viewContext(c))
  if (!item) return notFound(c)

  const { variety } = item.product
  const similar = suggestions(db, viewContext(c), variety)
  const view = <WaitListPage {...item} suggestions={similar} email={ownEmail(c)} />
  return renderPage(c, view, { title: nameOf(item), indexed: false })
})

waitListRoutes.get(paths.waitListModal.pattern, (c) => {
  const item = findWaitListItem(c.var.services.db, c.req.param('offerToken'), viewContext(c))
  if (!item) return notFound(c)
  const json = {
    html: renderFragment(c, <WaitListModal {...item} email={ownEmail(c)} />),
    enhanced_ecommerce_hash: ecommerceHash(item),
  }
  return reply(c, 200, json, { path: paths.waitListPage(item.offer.token) })
})

waitListRoutes.post(paths.waitList.pattern, limits, async (c) => {
  const { db, clock } = c.var.services
  const token = readOfferToken(c.var.body)
  const item = token === '' ? null : findWaitListItem(db, token, viewContext(c))
  if (token !== '' && !item) return notFound(c)
  const read = readJoinRequest(c.var.body, item !== null)
  if (!read.ok) return refused(c, item, read.message)
  if (item && item.offer.stock.kind !== 'sold_out') return refused(c, item, backInStock(item))

  const { email, campaignType, postalCode } = read.request
  const place = postalCode ?? c.var.visitor.postalCode
  const entry = { campaignType, offerId: item?.offer.id ?? null, postalCode: place }
  await joinWaitList(db, email, entry, consentOf(c, read.request), clock.now())
  const message = item ? `We'll email you when ${nameOf(item)} is back in stock.` : THANKS[campaignType]
  const path = previousPage(c, pageOf(item))
  return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
})

const THANKS: Record<JoinRequest['campaignType'], string> = {
  sold_out: "We'll email you when it's back in stock.",
  postal_code: "We'll email you when we deliver to your area.",
  launch: "We'll email you when we launch.",
  email_capture: "Thanks for signing up! You'll hear from us soon.",
}

function refused(c: Context<AppEnv>, item: WaitListItem | null, message: string) {
  const path = pageOfForm(c, pageOf(item))
  return reply(c, 422, { message }, { path, flash: { kind: 'danger', message } })
}

/** Consent to texts, with the exact words beside the checkbox. */
function consentOf(c: Context<AppEnv>, { email, campaignType, textsTo }: JoinRequest) {
  if (!textsTo) return null
  const words = smsConsentText(c.var.services.config.store.name)
  return { kind: 'sms_marketing' as const, source: campaignType, email, phone: textsTo, words }
}

const pageOf = (item: WaitListItem | null) => (item ? paths.waitListPage(item.offer.token) : paths.home())

/** The field names follow enhanced ecommerce tracking; `price` is in dollars. */
const ecommerceHash = ({ product: { variety, farm }, offer }: WaitListItem) => ({
  id: offer.token,
  url_handle: variety.slug,
  name: variety.name,
  brand: farm.name,
  category: variety.animal,
  variant: offer.label,
  price: offer.priceCents / 100,
})

const ownEmail = (c: Context<AppEnv>) => c.var.visitor.user?.email ?? ''
const nameOf = ({ product, offer }: WaitListItem) => `${product.variety.name}, ${offer.label}`
const backInStock = (item: WaitListItem) => `Good news: ${nameOf(item)} is back in stock.`
