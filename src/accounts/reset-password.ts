import { eq } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { mailPasswordChanged } from './account-notices.tsx'
import { notify } from './mail-limit.ts'
import { findLink, revokeLinksOf, spendLink } from './mailed-links.ts'
import { clearAttempts } from './password-attempts.ts'
import { hashPassword } from './passwords.ts'
import { mailLinkTo } from './send-link.ts'
import { revokeSessionsOf } from './session.ts'
import { announceSessionEnded } from './session-ended.ts'
import { passwordProblems } from './sign-up.ts'
import { userById } from './users.ts'

export const sendResetLink = (services: Services, typed: string) =>
  mailLinkTo(services, typed, {
    purpose: 'reset_password',
    nextPath: null,
    lifeSeconds: services.config.accounts.resetSeconds,
  })

export const isResetLinkGood = ({ db, clock }: Services, secret: string): boolean =>
  findLink(db, 'reset_password', secret, clock.now()) !== null

export type PasswordChange = { ok: true } | { ok: false; reason: 'expired' } | { ok: false; errors: string[] }

/** Does not sign in. @throws PasswordsBusy */
export async function changeForgottenPassword(
  services: Services,
  secret: string,
  password: string,
): Promise<PasswordChange> {
  const { db, clock } = services
  const mailed = findLink(db, 'reset_password', secret, clock.now())
  if (!mailed) return { ok: false, reason: 'expired' }
  const errors = await passwordProblems(password, mailed.email)
  if (errors.length > 0) return { ok: false, errors }
  const passwordHash = await hashPassword(password)
  const ended = await durably(db, (tx) => {
    const link = spendLink(tx, 'reset_password', secret, clock.now())
    if (!link?.userId) return null
    tx.update(users).set({ emailVerifiedAt: clock.now() }).where(eq(users.id, link.userId)).run()
    return savePassword(tx, services, link.userId, passwordHash, null)
  })
  if (ended === null) return { ok: false, reason: 'expired' }
  for (const sessionHash of ended) announceSessionEnded(services, sessionHash)
  return { ok: true }
}

/** @returns the ended sessions, whose sockets the caller closes; null when the account is gone */
export function savePassword(
  tx: DurableTx,
  { clock, random }: Services,
  userId: number,
  passwordHash: string,
  exceptHash: string | null,
): string[] | null {
  const [user, now] = [userById(tx, userId), clock.now()]
  if (!user) return null
  tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).run()
  revokeLinksOf(tx, userId, now)
  clearAttempts(tx, user.email)
  const notice = `password_changed:${random.token()}`
  notify(tx, user.email, mailPasswordChanged, { userId, notice }, { key: notice, now })
  return revokeSessionsOf(tx, userId, exceptHash, now)
}
