import type { User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { takeAttempt } from './password-attempts.ts'
import { isPassword } from './passwords.ts'
import { userByEmail } from './users.ts'

export type CredentialCheck =
  | { ok: true; user: User }
  | { ok: false; reason: 'wrong_credentials' }
  | { ok: false; reason: 'wait'; seconds: number }

/** Unknown address, no password and wrong password: the same response after the same work. @throws PasswordsBusy */
export async function checkCredentials(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<CredentialCheck> {
  const seconds = await takeAttempt(services, email)
  if (seconds > 0) return { ok: false, reason: 'wait', seconds }
  const user = userByEmail(services.db, email)
  const isCorrect = await isPassword(user?.passwordHash ?? null, password)
  return user && isCorrect ? { ok: true, user } : { ok: false, reason: 'wrong_credentials' }
}
