import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { BUSY_SECONDS, hashPassword, unlessBusy } from '../accounts/passwords.ts'
import { reauthenticate, verifyPassword } from '../accounts/reauthentication.ts'
import { savePassword } from '../accounts/reset-password.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { NewPasswordFields } from '../accounts/sign-in-fields.ts'
import { passwordProblems } from '../accounts/sign-up.ts'
import { paths } from '../paths.ts'
import { signIn } from '../sign-in/sign-in.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { partChanged, partMustWait, partRefused } from './account-page.tsx'
import { currentPassword, PROOF_SENTENCES } from './reauthentication.ts'

export const passwordRoutes = new Hono<AppEnv>()

const PART = 'account_password'

passwordRoutes.post(
  paths.accountPassword.pattern,
  signedIn(async (c, user) => {
    const read = readFields(NewPasswordFields, c.var.body, { password: 'your new password' })
    const problems = read.ok ? await passwordProblems(read.value.password, user.email) : [read.message]
    const [problem] = problems
    if (!read.ok || problem) return refused(c, user, 'password', problem ?? '')
    const proof = await unlessBusy(() => proveOwner(c, user))
    if (proof === null) return mustWait(c, user, BUSY_SECONDS)
    if (!proof.ok) {
      if (proof.reason === 'wait') return mustWait(c, user, proof.seconds)
      return refused(c, user, 'current_password', SENTENCES[proof.reason], proof.reason === 'password_needed')
    }
    const passwordHash = await unlessBusy(() => hashPassword(read.value.password))
    if (passwordHash === null) return mustWait(c, user, BUSY_SECONDS)
    if (!(await changePassword(c, user, passwordHash)))
      return refused(c, user, 'current_password', SENTENCES.wrong_password)
    return partChanged(c, user, {
      part: PART,
      message: "Your password has been changed. You're signed out everywhere else.",
      json: { csrf_token: c.var.visitor.token() },
    })
  }),
)

const SENTENCES = { ...PROOF_SENTENCES, password_needed: 'Please enter your current password.' }

/** Always asks for the password. An account without one needs a recent sign-in. */
const proveOwner = ({ var: { services, visitor, body } }: Ctx, user: User) =>
  user.passwordHash === null
    ? reauthenticate(services, { user, sessionHash: visitor.sessionHash }, '')
    : verifyPassword(services, user, currentPassword(body))

/** Ends every session and starts a new one. @returns false if the password changed in the meantime */
async function changePassword(c: Ctx, user: User, passwordHash: string): Promise<boolean> {
  const { services } = c.var
  let ended: string[] = []
  const result = await signIn(c, user, {
    settle(tx, account) {
      if (account.passwordHash !== user.passwordHash) return false
      ended = savePassword(tx, services, user.id, passwordHash, null) ?? []
      return true
    },
  })
  if (!result) return false
  for (const sessionHash of ended) announceSessionEnded(services, sessionHash)
  return true
}

const refused = (c: Ctx, user: User, field: string, message: string, needsSignIn = false) =>
  partRefused(c, user, { part: PART, field, message }, needsSignIn && user.passwordHash === null ? 401 : 422)

const mustWait = (c: Ctx, user: User, seconds: number) =>
  partMustWait(c, user, { part: PART, field: 'current_password' }, seconds)
