import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { Farm, User } from '#db/schema/index.ts'
import { typedText } from '#views/shared/refused-form.ts'
import { FarmTermsPage } from '#views/staff/farm-terms-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import type { Ctx } from '../accounts/guards.ts'
import { recordAction } from '../audit/audit.ts'
import { addDays } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { termsJson } from '../farm-money/json.ts'
import { addTerms, lacksTerms, latestTermsId } from '../farm-money/terms.ts'
import { paths } from '../paths.ts'
import type { AppEnv, Body } from '../web/env.ts'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { staffAtFarm } from './at-farm.ts'
import { farmOffers, readTerms, type TypedTerms, termsRows } from './farm-terms.ts'
import { renderDesk } from './page.tsx'

export const farmTermsRoutes = new Hono<AppEnv>()

farmTermsRoutes.get(
  paths.farmTerms.pattern,
  staffAtFarm((c, user, farm) => termsPage(c, user, farm)),
)

type Problem = { status: 409 | 422; errors: Record<string, string>; typed: TypedTerms }

function termsPage(c: Ctx, user: User, farm: Farm, problem?: Problem) {
  const { db, clock } = c.var.services
  const offers = farmOffers(db, farm.id)
  const rows = termsRows(db, farm.id, offers, clock.now())
  if (!wantsHtml(c) && problem) {
    const message = Object.values(problem.errors).join(' ')
    return c.json({ error: message, message, errors: problem.errors }, problem.status)
  }
  const uncovered = lacksTerms(db, farm.id)
  if (!wantsHtml(c))
    return c.json({
      farm: farm.slug,
      terms: rows.map((row) => ({ ...termsJson(row, row.offer), state: row.state })),
      lacks_terms: uncovered,
      seen: latestTermsId(db, farm.id),
    })
  const view = (
    <FarmTermsPage
      {...{ farm, offers, rows, problem, uncovered }}
      tomorrow={addDays(dayIn(SHOP_ZONE, clock.now()), 1)}
      isFirst={rows.every(({ offerId }) => offerId !== null)}
      seen={latestTermsId(db, farm.id)}
    />
  )
  const title = `Terms of ${farm.name}`
  return renderDesk(c, user, { current: 'statements', title, status: problem?.status }, view)
}

/** `seen`: the newest terms that the page showed. */
const TermsFields = z.object({
  offer: line(40),
  kind: line(12),
  percent: line(10),
  price: line(12),
  starts_on: line(10),
  seen: digits(12),
  above_ok: checkbox.transform((isChecked) => (isChecked ? '1' : '')),
})

const LABELS = {
  percent: '“Commission in percent”',
  price: '“Purchase price in dollars”',
  starts_on: '“From”',
}

farmTermsRoutes.post(
  paths.farmTerms.pattern,
  staffAtFarm(async (c, user, farm) => {
    const { db, clock } = c.var.services
    const fields = readFields(TermsFields, c.var.body, LABELS)
    if (!fields.ok) return termsPage(c, user, farm, unread(c.var.body, fields.message))
    const typed = fields.value
    const refused = (status: 409 | 422, errors: Record<string, string>) =>
      termsPage(c, user, farm, { status, errors, typed })
    const offers = farmOffers(db, farm.id)
    const read = readTerms(typed, offers)
    if (!read.ok) return refused(422, read.errors)
    const now = clock.now()
    const added = await durably(db, (tx) => {
      const outcome = addTerms(tx, { ...read.terms, farmId: farm.id }, Number(typed.seen || '0'), now)
      if (outcome.ok && outcome.isNew)
        recordAction(tx, {
          actor: actorOf(user),
          verb: 'farm_terms.added',
          subject: { kind: 'farm', token: farm.slug, label: farm.name },
          detail: {
            ...termsJson(outcome.terms, offers.find(({ id }) => id === outcome.terms.offerId) ?? null),
          },
          now,
        })
      return outcome
    })
    if (!added.ok) return added.code === 'past' ? refused(422, PAST) : refused(409, SEEN_OLDER)
    const message = 'Added. They apply to boxes paid for from that day on.'
    const path = paths.farmTerms(farm.slug)
    const offer = offers.find(({ id }) => id === added.terms.offerId) ?? null
    return reply(
      c,
      200,
      { message, terms: termsJson(added.terms, offer) },
      { path, flash: { kind: 'notice', message } },
    )
  }),
)

/** Fields that can't be read are shown again as they were typed. */
function unread(body: Body, message: string): Problem {
  const text = (name: string) => typedText(body, name) ?? ''
  const [field = 'seen'] = Object.entries(LABELS).find(([, label]) => message.includes(label)) ?? []
  const typed = {
    offer: text('offer'),
    kind: text('kind'),
    percent: text('percent'),
    price: text('price'),
    starts_on: text('starts_on'),
    seen: text('seen'),
    above_ok: text('above_ok'),
  }
  return { status: 422, errors: { [field]: message }, typed }
}

const PAST = {
  starts_on:
    'Boxes have already been paid for under that day’s terms. New terms start tomorrow at the earliest, or before the first ones.',
}

const SEEN_OLDER = {
  seen: 'Someone else added terms. They’re in the list now. Please read them, then add yours if you still want to.',
}
