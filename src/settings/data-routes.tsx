import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { BUSY_SECONDS, unlessBusy } from '../accounts/passwords.ts'
import { reauthenticate } from '../accounts/reauthentication.ts'
import { paths } from '../paths.ts'
import { sendPersonalData } from '../privacy/data-file.ts'
import { type Erasure, erasePerson } from '../privacy/erase.ts'
import { personOf } from '../privacy/person.ts'
import { signOut } from '../sign-in/sign-in.ts'
import type { AppEnv } from '../web/env.ts'
import { checkbox } from '../web/fields.ts'
import { byUser, failureLimit } from '../web/rate-limit.ts'
import { reply } from '../web/respond.ts'
import { partMustWait, partRefused } from './account-page.tsx'
import { currentPassword, PROOF_SENTENCES } from './reauthentication.ts'

export const dataRoutes = new Hono<AppEnv>()

const exports = failureLimit({ points: 30, seconds: 3600, by: byUser })

dataRoutes.get(
  paths.accountData.pattern,
  signedIn(async (c, user) => {
    const wait = await exports.consume(c)
    if (wait > 0) return partMustWait(c, user, { part: 'account_data', field: 'download' }, wait)
    return sendPersonalData(c, personOf(user))
  }),
)

dataRoutes.post(
  paths.closeAccount.pattern,
  signedIn(async (c, user) => {
    const { services, visitor, body } = c.var
    if (!checkbox.parse(body.sure)) return refused(c, user, 'sure', "Please check the box if you're sure.")
    const owner = { user, sessionHash: visitor.sessionHash }
    const proof = await unlessBusy(() => reauthenticate(services, owner, currentPassword(body)))
    if (proof === null) return mustWait(c, user, BUSY_SECONDS)
    if (!proof.ok) {
      if (proof.reason === 'wait') return mustWait(c, user, proof.seconds)
      return refused(c, user, 'current_password', PROOF_SENTENCES[proof.reason], 401)
    }
    const erasure = await erasePerson(services, personOf(user))
    if (!erasure.ok) return refused(c, user, 'sure', REFUSALS[erasure.reason])
    await signOut(c)
    c.var.log.info({ event: 'account_closed' }, 'account deleted')
    const message = 'Your account has been deleted. Thank you for shopping with us.'
    const json = { message, csrf_token: c.var.visitor.token() }
    return reply(c, 200, json, { path: paths.home(), flash: { kind: 'notice', message } })
  }),
)

const REFUSALS: Record<(Erasure & { ok: false })['reason'], string> = {
  money_under_way: 'Your bank is still processing a payment. Please try again in a few minutes.',
  back_office: 'This is a staff account. Please ask the shop to remove your role first.',
  merged: 'This account is part of another one now. Please sign in to that one.',
}

const refused = (c: Ctx, user: User, field: string, message: string, status: 401 | 422 = 422) =>
  partRefused(c, user, { part: 'account_data', field, message }, status)

const mustWait = (c: Ctx, user: User, seconds: number) =>
  partMustWait(c, user, { part: 'account_data', field: 'current_password' }, seconds)
