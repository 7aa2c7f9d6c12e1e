import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Db, durably } from '#db/client.ts'
import { offers, type Promotion, type User } from '#db/schema/index.ts'
import { PromotionPage } from '#views/staff/promotions/promotion-page.tsx'
import { PromotionsPage } from '#views/staff/promotions/promotions-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { hasColleague } from '../../accounts/roles.ts'
import { paths } from '../../paths.ts'
import {
  changePromotion,
  createPromotion,
  limitsOf,
  type PromotionLimits,
  stopPromotion,
} from '../../pricing/promotion-desk.ts'
import { isStale, versionOf } from '../../tokens.ts'
import { changedMeanwhile } from '../../web/changed-meanwhile.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { pageNumber } from '../../web/page-number.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import { localMoment } from '../catalog/price-fields.ts'
import { renderDesk } from '../page.tsx'
import {
  fieldOf,
  keepingMissing,
  LABELS,
  LimitFields,
  limitsFrom,
  PromotionFields,
  REFUSALS,
  withCents,
} from './fields.ts'
import { promotionJson, useJson } from './json.ts'
import { needsSecondPerson } from './limit.ts'
import { type DeskPromotion, listPromotions, promotionById, usesOf } from './lists.ts'

export const promotionRoutes = new Hono<AppEnv>()

type Problem = { status: 409 | 422; field: string; message: string; yours?: PromotionLimits }

promotionRoutes.get(
  paths.staffPromotions.pattern,
  staff((c, user) => listPage(c, user)),
)

function listPage(c: Ctx, user: User, problem?: Problem) {
  const { db, clock } = c.var.services
  const list = listPromotions(db, problem ? 1 : pageNumber(c.req.query()), clock.now())
  if (list.page > list.pages) return notFound(c)
  const { items, total, page, pages } = list
  if (!wantsHtml(c)) return c.json({ items: items.map(promotionJson), total, page, pages })
  const view = <PromotionsPage list={list} typed={problem ? c.var.body : {}} problem={problem} />
  return renderDesk(c, user, { current: 'promotions', title: 'Promotions', status: problem?.status }, view)
}

promotionRoutes.post(
  paths.staffPromotions.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const read = readFields(PromotionFields, withCents(c.var.body, 'amount', 'minimum'), LABELS)
    if (!read.ok)
      return refuseNew(c, user, { status: 422, field: fieldOf(read.message), message: read.message })
    const { value } = read
    const offerId = value.kind === 'free_item' ? offerIdOf(db, value.offer) : null
    if (offerId === undefined)
      return refuseNew(c, user, {
        status: 422,
        field: 'offer',
        message: 'There is no offer with that token.',
      })
    const wanted = {
      ...limitsFrom(value),
      code: value.code,
      kind: value.kind,
      percent: value.kind === 'percent' ? Number(value.percent) : null,
      amountCents: value.kind === 'amount' ? value.amount : null,
      offerId,
      firstOrderOnly: value.first_order_only,
      membersOnly: value.members_only,
      isSecret: value.secret,
    }
    const outcome = await durably(db, (tx) => {
      return createPromotion(tx, wanted, actorOf(user), clock.now(), waitsFor(tx, wanted, user))
    })
    if (!outcome.ok) return refuseNew(c, user, { status: 422, ...REFUSALS[outcome.code] })
    const { id } = outcome.promotion
    const message = madeSentence(outcome.promotion)
    const json = { message, id, code: outcome.promotion.code }
    return reply(c, 200, json, { path: paths.staffPromotion(id), flash: { kind: 'notice', message } })
  }),
)

const WAITS_AGAIN = 'takes off a lot, so a colleague has to approve its new limits before anyone can use it.'

/** For a colleague, if there is one. */
const waitsFor = (db: Db, promotion: Parameters<typeof needsSecondPerson>[1], user: User): boolean =>
  needsSecondPerson(db, promotion) && hasColleague(db, user.id)

/** A secret code is shown in full this one time. */
function madeSentence({ code, isSecret, proposedById }: Promotion): string {
  const state =
    proposedById === null
      ? `${code} is ready.`
      : `${code} takes off a lot, so a colleague has to approve it before anyone can use it.`
  return isSecret ? `${state} This is the only time we show the whole code.` : state
}

const offerIdOf = (db: Db, token: string) =>
  db.select({ id: offers.id }).from(offers).where(eq(offers.token, token)).get()?.id

function refuseNew(c: Ctx, user: User, problem: Problem) {
  const { status, field, message } = problem
  return wantsHtml(c)
    ? listPage(c, user, problem)
    : c.json({ error: message, message, errors: { [field]: message } }, status)
}

const found = (c: Ctx) =>
  promotionById(c.var.services.db, rowId(c.req.param('promotionId')), c.var.services.clock.now())

promotionRoutes.get(
  paths.staffPromotion.pattern,
  staff((c, user) => {
    const promotion = found(c)
    if (!promotion) return notFound(c)
    if (wantsHtml(c)) return promotionPage(c, user, promotion)
    const uses = usesOf(c.var.services.db, promotion.promotion.id)
    return c.json({ ...promotionJson(promotion), uses: uses.map(useJson) })
  }),
)

function promotionPage(c: Ctx, user: User, promotion: DeskPromotion, problem?: Problem) {
  const uses = usesOf(c.var.services.db, promotion.promotion.id)
  const version = versionOf(limitsOf(promotion.promotion))
  const view = (
    <PromotionPage
      {...{ promotion, uses, version, problem }}
      isOwnProposal={promotion.promotion.proposedById === user.id && hasColleague(c.var.services.db, user.id)}
      waitsIfRaised={waitsFor(c.var.services.db, promotion.promotion, user)}
      moments={momentsOf(promotion)}
      typed={problem ? c.var.body : {}}
    />
  )
  return renderDesk(c, user, { current: 'promotions', title: promotion.code, status: problem?.status }, view)
}

const momentsOf = ({ promotion: { startsAt, endsAt } }: DeskPromotion) => ({
  startsAt: startsAt === null ? '' : localMoment(startsAt),
  endsAt: endsAt === null ? '' : localMoment(endsAt),
})

promotionRoutes.post(
  paths.staffPromotion.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const shown = found(c)
    if (!shown) return notFound(c)
    const read = readFields(LimitFields, withCents(c.var.body, 'minimum'), LABELS)
    if (!read.ok)
      return refuseChange(c, user, { status: 422, field: fieldOf(read.message), message: read.message })
    const { version, ...limits } = read.value
    const outcome = await durably(db, (tx) => {
      const now = clock.now()
      const before = promotionById(tx, shown.promotion.id, now)?.promotion ?? shown.promotion
      const wanted = keepingMissing(c.var.body, limitsFrom(limits), before)
      const isSame = JSON.stringify(limitsOf(before)) === JSON.stringify(wanted)
      return !isSame && isStale(version, limitsOf(before))
        ? { yours: wanted }
        : changePromotion(tx, before, wanted, actorOf(user), now, waitsFor(tx, before, user))
    })
    if ('yours' in outcome) return refuseChange(c, user, { ...STALE, ...outcome })
    if (!outcome.ok) return refuseChange(c, user, { status: 422, ...REFUSALS[outcome.code] })
    const { code, proposedById } = outcome.promotion
    const isRaised = proposedById !== null && shown.promotion.proposedById !== proposedById
    return done(c, shown.promotion.id, isRaised ? `Saved. ${code} ${WAITS_AGAIN}` : 'Saved.')
  }),
)

const OWN_PROPOSAL: Problem = {
  status: 409,
  field: 'stopped',
  message: 'You proposed this promotion, so a colleague has to approve it.',
}

/** Who lets a promotion go on must have seen the limits it goes on with. */
const OTHER_LIMITS: Problem = {
  status: 409,
  field: 'version',
  message: changedMeanwhile('its limits', 'Please read them, then decide.'),
}

const STALE: Problem = {
  status: 409,
  field: 'version',
  message: changedMeanwhile('this', 'Saving yours again replaces your colleague’s.'),
}

function refuseChange(c: Ctx, user: User, problem: Problem) {
  const promotion = found(c)
  if (!promotion) return notFound(c)
  if (wantsHtml(c)) return promotionPage(c, user, promotion, problem)
  const { status, field, message } = problem
  return c.json(
    { error: message, message, errors: { [field]: message }, current: promotionJson(promotion) },
    status,
  )
}

const STOPPED = 'Stopped. Boxes that are being paid for right now keep it.'

promotionRoutes.post(
  paths.stopPromotion.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const shown = found(c)
    if (!shown) return notFound(c)
    const { stopped, version } = c.var.body
    const isStopped = stopped !== 'no'
    const isApproval = shown.promotion.proposedById !== null
    const refusal = await durably(db, (tx) => {
      const now = clock.now()
      const before = promotionById(tx, shown.promotion.id, now)?.promotion ?? shown.promotion
      const goesOn = !isStopped && before.stoppedAt !== null
      const sawOthers = typeof version === 'string' && version !== versionOf(limitsOf(before))
      if (goesOn && sawOthers) return OTHER_LIMITS
      return stopPromotion(tx, before, isStopped, actorOf(user), now) ? null : OWN_PROPOSAL
    })
    if (refusal) return refuseChange(c, user, refusal)
    return done(c, shown.promotion.id, isStopped ? STOPPED : isApproval ? 'Approved.' : 'Resumed.')
  }),
)

function done(c: Ctx, id: number, message: string) {
  const now = promotionById(c.var.services.db, id, c.var.services.clock.now())
  const json = { message, ...(now && promotionJson(now)) }
  return reply(c, 200, json, { path: paths.staffPromotion(id), flash: { kind: 'notice', message } })
}
