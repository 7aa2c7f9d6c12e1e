import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { ComingPricesPage } from '#views/staff/catalog/coming-prices-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { closeProposalFlag, decidePrice, proposalById } from '../../catalog/price-proposals.ts'
import { changePrice, withdrawPrice } from '../../catalog/prices.ts'
import { formatCents } from '../../money.ts'
import { paths } from '../../paths.ts'
import { iso } from '../../privacy/iso.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { checkbox, line, readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import { renderDesk } from '../page.tsx'
import { listComingPrices, listProposals } from './coming-prices.ts'
import { comingPriceJson, offerJson } from './json.ts'
import { offerByToken } from './offer-list.ts'
import { offerPage } from './offer-page.tsx'
import { PRICE_REFUSALS, proposalRefusal, readWantedPrice, seenCents } from './price-fields.ts'

export const priceRoutes = new Hono<AppEnv>()

priceRoutes.post(
  paths.staffOffer.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const offer = offerByToken(db, c.req.param('offerToken') ?? '')
    if (!offer) return notFound(c)
    const read = readWantedPrice(c.var.body)
    if (!read.ok) return refusePrice(c, user, { status: 422, field: read.field, message: read.message })
    const outcome = await durably(db, (tx) =>
      changePrice(tx, offer.id, read.wanted, actorOf(user), clock.now()),
    )
    if (!outcome.ok) return refusePrice(c, user, PRICE_REFUSALS[outcome.code])
    const message = {
      changed: `${offer.name}, ${offer.label}, costs ${formatCents(read.wanted.priceCents)}${offer.poundCents === null ? '' : ' a pound'} now.`,
      unchanged: 'That’s already the price.',
      scheduled: 'Scheduled.',
    }[outcome.did]
    const json = { message, did: outcome.did, ...offerJson(offerByToken(db, offer.token) ?? offer) }
    return reply(c, 200, json, { path: paths.staffOffer(offer.token), flash: { kind: 'notice', message } })
  }),
)

type Problem = { status: 409 | 422; field: string; message: string }

/** With the offer as it is now, next to what was typed. */
function refusePrice(c: Ctx, user: User, { status, field, message }: Problem) {
  const offer = offerByToken(c.var.services.db, c.req.param('offerToken') ?? '')
  if (!offer) return notFound(c)
  if (!wantsHtml(c))
    return c.json(
      { error: message, message, errors: { [field]: message }, current: offerJson(offer) },
      status,
    )
  return offerPage(c, user, offer, { status, price: { field, message } })
}

priceRoutes.get(
  paths.comingPrices.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const prices = listComingPrices(db)
    const proposals = listProposals(db)
    if (!wantsHtml(c))
      return c.json({
        prices: prices.map(({ change, offer }) => ({ ...comingPriceJson(change), ...offer })),
        proposals: proposals.map(({ proposedAt, ...proposal }) => ({
          ...proposal,
          proposed_at: iso(proposedAt),
        })),
      })
    const view = <ComingPricesPage prices={prices} proposals={proposals} now={clock.now()} />
    return renderDesk(c, user, { current: 'catalog', title: 'Coming prices' }, view)
  }),
)

priceRoutes.post(
  paths.withdrawPrice.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const changeId = rowId(c.req.param('changeId'))
    const isWithdrawn = await durably(db, (tx) => withdrawPrice(tx, changeId, actorOf(user), clock.now()))
    if (!isWithdrawn) return refuse(c, 409, 'That price has already started or was withdrawn.')
    const message = 'Withdrawn. The price stays as it is.'
    return reply(c, 200, { message }, { path: paths.comingPrices(), flash: { kind: 'notice', message } })
  }),
)

const answer = z.object({ reason: line(200), confirmed: checkbox, seen_cents: seenCents })

const decide = (state: 'accepted' | 'refused') =>
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const proposalId = rowId(c.req.param('proposalId'))
    const found = proposalById(db, proposalId)
    if (!found) return notFound(c)
    const read = readFields(answer, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { reason, confirmed, seen_cents } = read.value
    const decided = await durably(db, (tx) => {
      const now = clock.now()
      const decision = { state, actor: actorOf(user), reason, isConfirmed: confirmed, seenCents: seen_cents }
      const outcome = decidePrice(tx, proposalId, decision, now)
      if (outcome === 'done')
        closeProposalFlag(tx, proposalId, `The price was ${state}.${reason && ` ${reason}`}`, now)
      return outcome
    })
    if (decided !== 'done') {
      const { status, message } = proposalRefusal(db, proposalId, decided, seen_cents)
      return refuse(c, status, message)
    }
    const message =
      state === 'accepted' ? 'Accepted. Shoppers see the new price.' : 'Refused. The price stays.'
    const path = paths.staffOffer(found.token)
    return reply(c, 200, { message, state }, { path, flash: { kind: 'notice', message } })
  })

priceRoutes.post(paths.acceptPrice.pattern, decide('accepted'))
priceRoutes.post(paths.refusePrice.pattern, decide('refused'))
