import { type Context, Hono } from 'hono'
import { WaitListPage } from '#views/catalog/wait-list-page.tsx'
import { answer } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { pageBefore } from '../http/go-back.ts'
import { renderPage } from '../http/page.tsx'
import { byAddress, rateLimit } from '../http/rate-limit.ts'
import { paths } from '../paths.ts'
import { standpoint } from './standpoint.ts'
import { suggestions } from './suggestions.ts'
import { type Awaited, findAwaited, joinWaitList } from './wait-list.ts'
import { type Joining, readJoining, readOfferToken } from './wait-list-fields.ts'

const UNABLE = 'Unable to register this email'

const limits = rateLimit(
  { points: 5, seconds: 60, by: byAddress },
  { points: 20, seconds: 3600, by: byAddress },
)

export const waitListRoutes = new Hono<AppEnv>()

/** The wait list as a plain page: what is sold out, where to leave an address, and what else there is. */
waitListRoutes.get('/join_wait_list/:token', (c) => {
  const { db } = c.var.services
  const awaited = findAwaited(db, c.req.param('token'), standpoint(c))
  if (!awaited) return notFound(c)

  const { variety } = awaited.product
  const near = suggestions(db, standpoint(c), variety)
  const view = <WaitListPage {...awaited} suggestions={near} email={c.var.visitor.user?.email ?? ''} />
  return renderPage(c, view, { title: nameOf(awaited), indexed: false })
})

waitListRoutes.post('/v1/capture_to_wait_list', limits, async (c) => {
  const { db, clock } = c.var.services
  const token = readOfferToken(c.var.body)
  const awaited = token === '' ? null : findAwaited(db, token, standpoint(c))
  if (token !== '' && !awaited) return notFound(c)
  const joining = readJoining(c.var.body, awaited !== null)
  if (!joining) return refused(c, awaited, UNABLE)
  if (awaited && awaited.offer.stock.kind !== 'sold_out') return refused(c, awaited, isHere(awaited))

  const { email, campaignType } = joining
  const { postalCode } = c.var.visitor
  const entry = { campaignType, offerId: awaited?.offer.id ?? null, postalCode }
  await joinWaitList(db, email, entry, clock.now())
  const message = awaited ? `We'll write to you once ${nameOf(awaited)}, is back.` : THANKS[campaignType]
  return answer(c, 200, { message }, { path: onward(c, awaited), flash: { kind: 'notice', message } })
})

const THANKS: Record<Joining['campaignType'], string> = {
  sold_out: "We'll write to you once it is back.",
  postal_code: "We'll write to you once we deliver where you live.",
  launch: "We'll write to you once it starts.",
  email_capture: "Thank you. You'll hear from us.",
}

function refused(c: Context<AppEnv>, awaited: Awaited | null, message: string) {
  return answer(c, 422, { message }, { path: onward(c, awaited), flash: { kind: 'danger', message } })
}

const onward = (c: Context<AppEnv>, awaited: Awaited | null) =>
  pageBefore(c, awaited ? paths.joinWaitList(awaited.offer.token) : paths.home())

const nameOf = ({ product, offer }: Awaited) => `${product.variety.name}, ${offer.label}`
const isHere = (awaited: Awaited) => `${nameOf(awaited)}, can be had again: no need to wait.`
