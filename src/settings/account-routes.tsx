import { Hono } from 'hono'
import { cancelEmailChange, requestEmailChange } from '../accounts/email-change.ts'
import { resendWelcome } from '../accounts/email-verification.ts'
import { ownAccount, signedIn } from '../accounts/guards.ts'
import { sendOwnMagicLink } from '../accounts/magic-link.ts'
import { BUSY_SECONDS, unlessBusy } from '../accounts/passwords.ts'
import { changeProfile } from '../accounts/profile.ts'
import { reauthenticate } from '../accounts/reauthentication.ts'
import { EMAIL_SENTENCE, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { userById } from '../accounts/users.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { line } from '../web/fields.ts'
import { byUser, failureLimit } from '../web/rate-limit.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsStream } from '../web/respond.ts'
import { partChanged, partMustWait, partRefused, showAccount } from './account-page.tsx'
import { nameAndPhone } from './facts.ts'
import { readProfile, typedValues } from './fields.ts'
import { currentPassword, PROOF_SENTENCES } from './reauthentication.ts'

export const accountRoutes = new Hono<AppEnv>()

accountRoutes.get(
  paths.account.pattern,
  signedIn((c, user) => showAccount(c, user)),
)

accountRoutes.post(
  paths.updateName.pattern,
  ownAccount(async (c, user) => {
    const { db, clock } = c.var.services
    const read = readProfile(c.var.body)
    if (!read.ok) {
      const typed = typedValues(c.var.body, ['first_name', 'last_name', 'phone_number'])
      return partRefused(c, user, { part: 'account_profile', ...read, typed })
    }
    await changeProfile(db, user, read.value, clock.now())
    const { firstName, lastName, phone } = nameAndPhone(userById(db, user.id) ?? user)
    return partChanged(c, user, {
      part: 'account_profile',
      message: 'Your name and phone are saved.',
      json: { first_name: firstName, last_name: lastName, phone_number: phone },
    })
  }),
)

/** A mistyped address does not count. */
const emailChanges = failureLimit({ points: 5, seconds: 3600, by: byUser })

accountRoutes.post(
  paths.updateUserEmail.pattern,
  ownAccount(async (c, user) => {
    const { services, visitor, body } = c.var
    const typed = line(MAX_EMAIL_LENGTH).safeParse(body.email).data ?? ''
    const part = { part: 'account_email' as const, typed: typedValues(body, ['email']) }
    const wait = await emailChanges.consume(c)
    if (wait > 0) return partMustWait(c, user, { ...part, field: 'email' }, wait)
    const owner = { user, sessionHash: visitor.sessionHash }
    const proof = await unlessBusy(() => reauthenticate(services, owner, currentPassword(body)))
    if (proof === null) return partMustWait(c, user, { ...part, field: 'current_password' }, BUSY_SECONDS)
    if (!proof.ok) {
      const at = { ...part, field: 'current_password' }
      if (proof.reason === 'wait') return partMustWait(c, user, at, proof.seconds)
      return partRefused(c, user, { ...at, message: PROOF_SENTENCES[proof.reason] }, 401)
    }
    const request = await requestEmailChange(services, user, typed)
    if (!request.ok) {
      if (request.reason === 'account_gone') return requireSignIn(c)
      await emailChanges.refund(c)
      return partRefused(c, user, { ...part, field: 'email', message: REFUSALS[request.reason] })
    }
    c.var.log.info({ event: 'email_change_asked' }, 'email change requested')
    return partChanged(c, user, {
      part: 'account_email',
      message: `We sent a link to ${request.email}. Your email changes once you open it and confirm.`,
      json: { new_email: request.email },
    })
  }),
)

const REFUSALS = {
  no_email: EMAIL_SENTENCE,
  same: "That's already your email.",
  flooded:
    'We sent several links to that address in the past hour. Please use the latest one, or try again later.',
}

accountRoutes.delete(
  paths.emailChange.pattern,
  signedIn(async (c, user) => {
    await cancelEmailChange(c.var.services.db, user.id, c.var.services.clock.now())
    return partChanged(c, user, { part: 'account_email', message: 'OK, your email stays the same.' })
  }),
)

const confirmations = failureLimit({ points: 3, seconds: 3600, by: byUser })

accountRoutes.post(
  paths.resendConfirmation(),
  signedIn(async (c, user) => {
    const wait = await confirmations.consume(c)
    if (wait > 0) return partMustWait(c, user, { part: 'account_email', field: 'confirmation' }, wait)
    if (user.emailVerifiedAt !== null)
      return partChanged(c, user, { part: 'account_email', message: 'Your email is already confirmed.' })
    if (!(await resendWelcome(c.var.services, user)))
      return partRefused(c, user, {
        part: 'account_email',
        field: 'confirmation',
        message: REFUSALS.flooded,
      })
    return partChanged(c, user, {
      part: 'account_email',
      message: `We sent a new link to ${user.email}. If you don't see it, please check your spam folder.`,
    })
  }),
)

const links = failureLimit({ points: 3, seconds: 3600, by: byUser })

/** For accounts without a password: the link signs in again and leads back here. */
accountRoutes.post(
  paths.accountSignInLink.pattern,
  signedIn(async (c, user) => {
    const wait = await links.consume(c)
    if (wait > 0) return partMustWait(c, user, { part: 'account_email', field: 'current_password' }, wait)
    await sendOwnMagicLink(c.var.services, user, paths.account())
    const message = `A sign-in link is on its way to ${user.email}. It will bring you back to your account.`
    if (wantsStream(c)) return partChanged(c, user, { part: 'account_email', message })
    return reply(c, 200, { message }, { path: paths.account(), flash: { kind: 'notice', message } })
  }),
)
