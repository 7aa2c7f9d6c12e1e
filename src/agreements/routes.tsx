import { Hono } from 'hono'
import { AgreementsPage } from '#views/agreements/agreements-page.tsx'
import { signedIn } from '../accounts/guards.ts'
import { SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Agreement, agreementsOf } from './agreements.ts'
import { endConsent } from './end-consent.ts'

export const routes = new Hono<AppEnv>()

const PAGE_SIZE = 50

routes.get(
  paths.agreements.pattern,
  signedIn((c, user) => {
    const { db, clock } = c.var.services
    const all = agreementsOf(db, user, clock.now())
    const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE))
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(c.req.query('page') ?? 1)) || 1))
    const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    if (!wantsHtml(c)) return c.json({ agreements: shown.map(agreementJson), page, pages, total: all.length })
    const view = <AgreementsPage agreements={shown} page={page} pages={pages} zone={SHOP_ZONE} />
    return renderPage(c, view, { title: 'What I agreed to', indexed: false, styles: 'orders' })
  }),
)

const agreementJson = (agreement: Agreement) => ({
  kind: agreement.kind,
  words: agreement.words,
  price_cents: agreement.recurring?.priceCents ?? null,
  renew_period_type: agreement.recurring?.period ?? null,
  charged_cents: agreement.recurring && (agreement.recurring.chargedCents ?? 0),
  given_at: iso(agreement.givenAt),
  ended_at: iso(agreement.endedAt),
  given_to: agreement.givenTo,
  order_token: agreement.orderToken,
  end_url: agreement.endPath,
})

const ENDED = {
  sms_delivery: "Delivery texts are off. We'll still email you.",
  sms_marketing: "We won't send you marketing texts anymore.",
} as const

routes.post(
  paths.endConsent.pattern,
  signedIn(async (c, user) => {
    const { db, clock } = c.var.services
    const ended = await endConsent(db, user, rowId(c.req.param('id')), clock.now())
    if (!ended) return notFound(c)
    const message = ENDED[ended.kind]
    return reply(c, 200, { message }, { path: paths.agreements(), flash: { kind: 'notice', message } })
  }),
)
