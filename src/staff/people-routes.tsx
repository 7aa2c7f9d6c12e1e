import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { User } from '#db/schema/index.ts'
import { PeoplePage, type RefusedInvitation } from '#views/staff/people-page.tsx'
import { PersonPage, RESET_REASON } from '#views/staff/person-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { type InvitationRefusal, invite, withdrawInvitation } from '../accounts/invitations.tsx'
import {
  changeRequirement,
  type PersonChanged,
  type PersonRefusal,
  removeRole,
  resetFactorOf,
} from '../accounts/people.ts'
import { isRole } from '../accounts/role-grants.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { checkbox, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { renderDesk } from './page.tsx'
import { peopleFacts, peopleJson, personFacts, personJson } from './people.ts'

export const peopleRoutes = new Hono<AppEnv>()

peopleRoutes.get(
  paths.staffPeople.pattern,
  staff((c, user) => peoplePage(c, user)),
)

function peoplePage(c: Ctx, user: User, refused?: RefusedInvitation, status: ContentfulStatusCode = 200) {
  const { db, clock } = c.var.services
  const facts = peopleFacts(db, clock.now())
  if (!wantsHtml(c)) return c.json(peopleJson(facts))
  const view = <PeoplePage facts={facts} user={user} refused={refused} />
  return renderDesk(c, user, { current: 'people', title: 'People', status }, view)
}

/** The form has `work`, such as 'vendor:three-larks-ranch'; scripts send `role` and `subject`. */
const Invitation = z.object({ email: line(254), work: line(120), role: line(20), subject: line(100) })

peopleRoutes.post(
  paths.staffPeople.pattern,
  staff(async (c, user) => {
    const read = readFields(Invitation, c.var.body, { email: '“Email”' })
    const refused = (status: 409 | 422, message: string) =>
      wantsHtml(c) ? peoplePage(c, user, { typed: c.var.body, message }, status) : refuse(c, status, message)
    if (!read.ok) return refused(422, read.message)
    const { email, work } = read.value
    const [role = '', ...place] = work ? work.split(':') : [read.value.role, read.value.subject]
    if (!isRole(role)) return refused(422, 'Please choose what they will do.')
    const invited = await invite(c.var.services, user, { email, role, subject: place.join(':') })
    if (!invited.ok) return refused(...INVITATION_REFUSALS[invited.code])
    const message = `An invitation is on its way to ${email}.`
    const path = paths.staffPeople()
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

const INVITATION_REFUSALS: Record<InvitationRefusal['code'], [409 | 422, string]> = {
  email: [422, 'Please enter a valid email address.'],
  subject: [422, 'Please choose a center or a farm from the list.'],
  has_role: [409, 'They have this role already.'],
  merged: [
    409,
    'This address belongs to an account that was merged into another one. Please invite that account’s address.',
  ],
}

peopleRoutes.post(
  paths.withdrawInvitation.pattern,
  staff(async (c, user) => {
    const token = c.req.param('invitationToken') ?? ''
    if (!(await withdrawInvitation(c.var.services, user, token))) return notFound(c)
    const message = 'The invitation is withdrawn. Its link no longer works.'
    const path = paths.staffPeople()
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

peopleRoutes.post(
  paths.requireFactor.pattern,
  staff(async (c, user) => {
    const read = readFields(z.object({ role: line(20), required: checkbox }), c.var.body)
    if (!read.ok || !isRole(read.value.role)) return refuse(c, 422, 'Please choose a role.')
    const { role, required } = read.value
    await changeRequirement(c.var.services, role, required, actorOf(user))
    const message = required
      ? `From now on, ${role} pages open only after a second step.`
      : `The second step is optional for ${role} now.`
    const path = paths.staffPeople()
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

peopleRoutes.get(
  paths.staffPerson.pattern,
  staff((c, user) => personPage(c, user)),
)

function personPage(c: Ctx, user: User, problem?: string, status: ContentfulStatusCode = 200) {
  const facts = personFacts(c.var.services, c.req.param('userToken') ?? '')
  if (!facts) return notFound(c)
  if (!wantsHtml(c)) return c.json(personJson(facts))
  const typed = problem ? c.var.body : null
  const view = <PersonPage facts={facts} isOwn={facts.user.id === user.id} {...{ problem, typed }} />
  return renderDesk(c, user, { current: 'people', title: facts.name, status }, view)
}

/** `subject_id`: the center or farm of the role; empty for staff. */
const Removal = z.object({ role: line(20), subject_id: line(15) })

peopleRoutes.post(
  paths.removeRole.pattern,
  staff(async (c, user) => {
    const read = readFields(Removal, c.var.body)
    if (!read.ok || !isRole(read.value.role)) return refuse(c, 422, 'Please choose the role to remove.')
    const { role, subject_id } = read.value
    const held = { role, subjectId: subject_id === '' ? null : rowId(subject_id) }
    const token = c.req.param('userToken') ?? ''
    return answer(c, user, await removeRole(c.var.services, token, held, actorOf(user)), REMOVED)
  }),
)

const REMOVED = 'Removed. They’re signed out everywhere.'

peopleRoutes.post(
  paths.resetFactor.pattern,
  staff(async (c, user) => {
    const read = readFields(z.object({ reason: line(200) }), c.var.body, { reason: `“${RESET_REASON}”` })
    if (!read.ok) return personRefused(c, user, 422, read.message)
    if (read.value.reason === '') return personRefused(c, user, 422, 'Please say how you know it is them.')
    const token = c.req.param('userToken') ?? ''
    const reset = await resetFactorOf(c.var.services, token, read.value.reason, actorOf(user))
    return answer(c, user, reset, 'Reset. They’re signed out everywhere and will get an email about it.')
  }),
)

function answer(c: Ctx, user: User, changed: PersonChanged, message: string) {
  if (!changed.ok)
    return changed.code === 'unknown' ? notFound(c) : personRefused(c, user, 409, REFUSALS[changed.code])
  const path = paths.staffPeople()
  return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
}

const REFUSALS: Record<Exclude<PersonRefusal['code'], 'unknown'>, string> = {
  own: 'You can’t change your own roles or reset your own second step. Please ask a colleague.',
  last_staff: 'They’re the only staff member. Please add someone else first.',
  no_factor: 'They have no second step.',
}

const personRefused = (c: Ctx, user: User, status: 409 | 422, message: string) =>
  wantsHtml(c) ? personPage(c, user, message, status) : refuse(c, status, message)
