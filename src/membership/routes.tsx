import { Hono } from 'hono'
import { z } from 'zod'
import { WHEN_GONE } from '#db/schema/index.ts'
import { untilId } from '#views/membership/place-of.ts'
import { parseDay } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { isRenewPeriod } from '../orders/recurring-rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { checkbox, digits, line, lines, readFields } from '../web/fields.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { wantsHtml } from '../web/respond.ts'
import { boxRoutes } from './box-routes.ts'
import {
  cancelMembership,
  chooseCard,
  chooseWhenGone,
  pauseMembership,
  resumeMembership,
  undoCancel,
} from './changes.ts'
import { membershipFacts, membershipJson, membershipsOf } from './facts.ts'
import { changeFrequency } from './frequency.ts'
import { ownMembership } from './own-membership.ts'
import { refuseField, renderMemberships } from './page.tsx'
import { payRoutes } from './pay-routes.tsx'
import { CHOOSE_FREQUENCY, changed, planningOf, REFUSALS, refuseRenewal, SENTENCES } from './respond.ts'
import { steakholderRoutes } from './steakholder-routes.tsx'
import { upgradeRoutes } from './upgrade-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', boxRoutes)
routes.route('/', steakholderRoutes)
routes.route('/', payRoutes)
routes.route('/', upgradeRoutes)

routes.get(paths.memberships.pattern, (c) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  if (wantsHtml(c)) return renderMemberships(c, visitor.user)
  const { db, clock } = services
  const facts = membershipsOf(db, visitor.user.id).map((one) => membershipFacts(db, one, clock.now()))
  return c.json({ subscriptions: facts.map(membershipJson) })
})

const PauseFields = z.object({ until: line(10) })

routes.post(
  paths.pauseMembership.pattern,
  ownMembership(async (c, membership) => {
    const { db, clock } = c.var.services
    const read = readFields(PauseFields, c.var.body)
    const until = read.ok && read.value.until ? parseDay(read.value.until) : null
    const at = until && instantOf(until, 0, SHOP_ZONE)
    const isTyped = !read.ok || read.value.until !== ''
    if (isTyped && (at === null || at <= clock.now()))
      return refuseField(c, {
        id: untilId(membership),
        typed: read.ok ? read.value.until : '',
        message: 'Please choose a day after today.',
      })
    return changed(c, await pauseMembership(db, membership.id, at, clock.now()), SENTENCES.paused)
  }),
)

routes.post(
  paths.resumeMembership.pattern,
  ownMembership(async (c, { id }) =>
    changed(c, await resumeMembership(c.var.services.db, id, planningOf(c)), SENTENCES.resumed),
  ),
)

const CancelFields = z.object({ reason: lines(500) })

routes.post(
  paths.cancelMembership.pattern,
  ownMembership(async (c, { id }) => {
    const read = readFields(CancelFields, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { db, clock } = c.var.services
    return changed(c, await cancelMembership(db, id, read.value.reason, clock.now()), SENTENCES.canceled)
  }),
)

routes.post(
  paths.undoCancel.pattern,
  ownMembership(async (c, { id }) =>
    changed(c, await undoCancel(c.var.services.db, id, planningOf(c)), SENTENCES.resumed),
  ),
)

const FrequencyFields = z.object({ renew_period_type: line(20), move_next: checkbox })

routes.post(
  paths.changeFrequency.pattern,
  ownMembership(async (c, { id }) => {
    const read = readFields(FrequencyFields, c.var.body)
    const period = read.ok ? read.value.renew_period_type : ''
    if (!read.ok || !isRenewPeriod(period)) return refuseRenewal(c, 422, CHOOSE_FREQUENCY)
    const choice = { period, movesNext: read.value.move_next }
    const { db, clock } = c.var.services
    const change = await changeFrequency(db, id, choice, clock.now())
    if (!change.ok && change.reason !== 'unknown') return refuseRenewal(c, 409, REFUSALS[change.reason])
    return changed(c, change, SENTENCES.frequency)
  }),
)

const PreferenceFields = z.object({ when_gone: line(10) })

routes.post(
  paths.membershipPreferences.pattern,
  ownMembership(async (c, { id }) => {
    const read = readFields(PreferenceFields, c.var.body)
    const whenGone = WHEN_GONE.find((choice) => read.ok && choice === read.value.when_gone)
    if (!whenGone) return refuse(c, 422, 'Please choose what happens when an item is gone.')
    const { db, clock } = c.var.services
    return changed(c, await chooseWhenGone(db, id, whenGone, clock.now()), SENTENCES.preferences)
  }),
)

const CardFields = z.object({ card_id: digits(15) })

routes.post(
  paths.membershipCard.pattern,
  ownMembership(async (c, membership) => {
    const read = readFields(CardFields, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { db, clock } = c.var.services
    return changed(c, await chooseCard(db, membership, read.value.card_id, clock.now()), SENTENCES.card)
  }),
)
