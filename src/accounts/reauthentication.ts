import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { type SessionRow, sessions, type User } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { clearAttempts, takeAttempt } from './password-attempts.ts'
import { isPassword } from './passwords.ts'
import { findSession } from './session.ts'

/** An unattended browser can view the account, but sensitive changes take a sign-in this recent. */
const RECENT_MS = HOUR_MS

export const isRecentSignIn = (session: Pick<SessionRow, 'signedInAt'> | null, now: Instant): boolean =>
  session !== null && session.signedInAt !== null && now - session.signedInAt <= RECENT_MS

export type Reauthentication =
  | { ok: true }
  | { ok: false; reason: 'password_needed' | 'wrong_password' }
  | { ok: false; reason: 'wait'; seconds: number }

/** Takes a recent sign-in, or the password, which then counts as one. @throws PasswordsBusy */
export async function reauthenticate(
  services: Services,
  { user, sessionHash }: { user: User; sessionHash: string },
  password: string,
): Promise<Reauthentication> {
  const { db, clock } = services
  if (isRecentSignIn(findSession(db, sessionHash), clock.now())) return { ok: true }
  const proof = await verifyPassword(services, user, password)
  if (!proof.ok) return proof
  await durably(db, (tx) => {
    clearAttempts(tx, user.email)
    tx.update(sessions).set({ signedInAt: clock.now() }).where(eq(sessions.idHash, sessionHash)).run()
  })
  return { ok: true }
}

/** Always asks for the password. On success, the caller clears the attempts in its own transaction. */
export async function verifyPassword(
  services: Services,
  user: User,
  password: string,
): Promise<Reauthentication> {
  if (password === '' || user.passwordHash === null) return { ok: false, reason: 'password_needed' }
  const seconds = await takeAttempt(services, user.email)
  if (seconds > 0) return { ok: false, reason: 'wait', seconds }
  const isCorrect = await isPassword(user.passwordHash, password)
  return isCorrect ? { ok: true } : { ok: false, reason: 'wrong_password' }
}
