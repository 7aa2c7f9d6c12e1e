import type { User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { takeAttempt } from './password-attempts.ts'
import { isPassword } from './passwords.ts'
import { userByEmail } from './users.ts'

export type SignIn =
  | { ok: true; user: User }
  | { ok: false; reason: 'wrong_credentials' }
  | { ok: false; reason: 'wait'; seconds: number }

/**
 * Who is this, by email and password? An unknown address, an account without a password and a wrong one are one and
 * the same answer, after the same work. The caller lets them in (`arrive`), and forgets their tries with it.
 * @throws PasswordsBusy
 */
export async function signIn(
  { db, clock }: Services,
  { email, password }: { email: string; password: string },
): Promise<SignIn> {
  const seconds = await takeAttempt(db, email, clock.now())
  if (seconds > 0) return { ok: false, reason: 'wait', seconds }
  const user = userByEmail(db, email)
  const isTheirs = await isPassword(user?.passwordHash ?? null, password)
  return user && isTheirs ? { ok: true, user } : { ok: false, reason: 'wrong_credentials' }
}
