import { type Context, Hono } from 'hono'
import { WaitListModal } from '#views/catalog/wait-list-modal.tsx'
import { WaitListPage } from '#views/catalog/wait-list-page.tsx'
import { smsMarketingWords } from '../accounts/consent-rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFragment, renderPage } from '../web/page.tsx'
import { byNetwork, rateLimit } from '../web/rate-limit.ts'
import { answer } from '../web/respond.ts'
import { pageOfForm, previousPage } from '../web/return-path.ts'
import { suggestions } from './suggestions.ts'
import { standpoint } from './view-context.ts'
import { findWaitListItem, joinWaitList, type WaitListItem } from './wait-list.ts'
import { type Joining, readJoining, readOfferToken } from './wait-list-fields.ts'

const limits = rateLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)

export const waitListRoutes = new Hono<AppEnv>()

/** The wait list as a plain page: what is sold out, where to leave an address, and what else there is. */
waitListRoutes.get(paths.waitListPage.pattern, (c) => {
  const { db } = c.var.services
  const awaited = findWaitListItem(db, c.req.param('offerToken'), standpoint(c))
  if (!awaited) return notFound(c)

  const { variety } = awaited.product
  const near = suggestions(db, standpoint(c), variety)
  const view = <WaitListPage {...awaited} suggestions={near} email={ownEmail(c)} />
  return renderPage(c, view, { title: nameOf(awaited), indexed: false })
})

/** The same question for a modal over the page that is open. Asking for it adds nobody. */
waitListRoutes.get(paths.waitListModal.pattern, (c) => {
  const awaited = findWaitListItem(c.var.services.db, c.req.param('offerToken'), standpoint(c))
  if (!awaited) return notFound(c)
  const json = {
    html: renderFragment(c, <WaitListModal {...awaited} email={ownEmail(c)} />),
    enhanced_ecommerce_hash: ecommerceHash(awaited),
  }
  return answer(c, 200, json, { path: paths.waitListPage(awaited.offer.token) })
})

waitListRoutes.post(paths.waitList.pattern, limits, async (c) => {
  const { db, clock } = c.var.services
  const token = readOfferToken(c.var.body)
  const awaited = token === '' ? null : findWaitListItem(db, token, standpoint(c))
  if (token !== '' && !awaited) return notFound(c)
  const read = readJoining(c.var.body, awaited !== null)
  if (!read.ok) return refused(c, awaited, read.message)
  if (awaited && awaited.offer.stock.kind !== 'sold_out') return refused(c, awaited, isHere(awaited))

  const { email, campaignType, postalCode } = read.joining
  const place = postalCode ?? c.var.visitor.postalCode
  const entry = { campaignType, offerId: awaited?.offer.id ?? null, postalCode: place }
  await joinWaitList(db, email, entry, consentOf(c, read.joining), clock.now())
  const message = awaited ? `We'll write to you once ${nameOf(awaited)}, is back.` : THANKS[campaignType]
  const path = previousPage(c, localPage(awaited))
  return answer(c, 200, { message }, { path, flash: { kind: 'notice', message } })
})

const THANKS: Record<Joining['campaignType'], string> = {
  sold_out: "We'll write to you once it is back.",
  postal_code: "We'll write to you once we deliver where you live.",
  launch: "We'll write to you once it starts.",
  email_capture: "Thank you. You'll hear from us.",
}

function refused(c: Context<AppEnv>, awaited: WaitListItem | null, message: string) {
  const path = pageOfForm(c, localPage(awaited))
  return answer(c, 422, { message }, { path, flash: { kind: 'danger', message } })
}

/** What the box beside the phone number said, as it stands on our pages. */
function consentOf(c: Context<AppEnv>, { email, campaignType, textsTo }: Joining) {
  if (!textsTo) return null
  const words = smsMarketingWords(c.var.services.config.store.name)
  return { kind: 'sms_marketing' as const, source: campaignType, email, phone: textsTo, words }
}

const localPage = (awaited: WaitListItem | null) =>
  awaited ? paths.waitListPage(awaited.offer.token) : paths.home()

/** The product as a shop's figures want it told; money in dollars only here. */
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
const isHere = (awaited: WaitListItem) => `${nameOf(awaited)}, can be had again: no need to wait.`
