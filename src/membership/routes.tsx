import { Hono } from 'hono'
import { z } from 'zod'
import { MembershipsPage } from '#views/membership/memberships-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { lines, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { cancelMembership, type MembershipChange, pauseMembership, resumeMembership } from './changes.ts'
import { membershipFacts, membershipJson, membershipsOf } from './facts.ts'
import { ownMembership } from './own-membership.ts'

export const routes = new Hono<AppEnv>()

routes.get(paths.memberships.pattern, (c) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  const { db, clock } = services
  const facts = membershipsOf(db, visitor.user.id).map((one) => membershipFacts(db, one, clock.now()))
  if (!wantsHtml(c)) return c.json({ subscriptions: facts.map(membershipJson) })
  return renderPage(c, <MembershipsPage memberships={facts} />, {
    title: 'Your membership',
    indexed: false,
    styles: 'orders',
  })
})

routes.post(
  paths.pauseMembership.pattern,
  ownMembership(async (c, { id }) => {
    const { db, clock } = c.var.services
    return changed(c, await pauseMembership(db, id, clock.now()), PAUSED)
  }),
)

routes.post(
  paths.resumeMembership.pattern,
  ownMembership(async (c, { id }) => {
    const { db, clock } = c.var.services
    return changed(c, await resumeMembership(db, id, clock.now()), RESUMED)
  }),
)

const CancelFields = z.object({ reason: lines(500) })

routes.post(
  paths.cancelMembership.pattern,
  ownMembership(async (c, { id }) => {
    const read = readFields(CancelFields, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { db, clock } = c.var.services
    await cancelMembership(db, id, read.value.reason, clock.now())
    return changed(c, { ok: true }, CANCELED)
  }),
)

const PAUSED = "Your membership is paused. We won't send or charge any boxes until you're back."
const RESUMED = 'Welcome back! Your membership is on, and so are your member prices.'
const CANCELED = "Your membership is canceled. We won't send or charge any more boxes."
const OVER = 'This membership is canceled. To start again, make your next box a recurring one.'

function changed(c: Ctx, change: MembershipChange, message: string) {
  if (!change.ok) return refuse(c, 409, OVER)
  return reply(c, 200, { message }, { path: paths.memberships(), flash: { kind: 'notice', message } })
}
