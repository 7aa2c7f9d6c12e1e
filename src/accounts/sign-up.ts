import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { Random } from '../tokens.ts'
import { isCommonPassword } from './common-passwords.ts'
import { mailWelcome } from './email-verification.ts'
import { hashPassword } from './passwords.ts'
import {
  EMAIL_SENTENCE,
  isEmail,
  isOwnEmail,
  PASSWORD_COMMON_SENTENCE,
  PASSWORD_EMAIL_SENTENCE,
  PASSWORD_MISSING_SENTENCE,
  passwordLengthProblem,
} from './rules.ts'
import { normalizeEmail, userByEmail } from './users.ts'

export const EMAIL_TAKEN_SENTENCE = 'An account with that email already exists.'

/** `field`: where to show the first of the errors. */
export type SignUp = { ok: true; user: User } | { ok: false; errors: string[]; field: 'email' | 'password' }

type NewAccount = {
  email: string
  password: string
  landingPageSource?: string | null
}

/** @throws PasswordsBusy */
export async function signUp(
  services: Services,
  { email, password, landingPageSource = null }: NewAccount,
): Promise<SignUp> {
  const { db, clock, random } = services
  const emailErrors = emailProblems(db, email)
  const errors = [...emailErrors, ...(await passwordProblems(password, email))]
  if (errors.length > 0) return { ok: false, errors, field: emailErrors.length > 0 ? 'email' : 'password' }
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  const user = await durably(db, (tx) => {
    const added = addUser(tx, random, { email, passwordHash, landingPageSource, now })
    if (added) mailWelcome(tx, services, added)
    return added
  })
  return user ? { ok: true, user } : { ok: false, errors: [EMAIL_TAKEN_SENTENCE], field: 'email' }
}

/** `email`: the account's, which the password must not repeat. */
export async function passwordProblems(password: string, email: string): Promise<string[]> {
  if (password === '') return [PASSWORD_MISSING_SENTENCE]
  const problem = passwordLengthProblem(password)
  if (problem) return [problem]
  if (isOwnEmail(password, email)) return [PASSWORD_EMAIL_SENTENCE]
  return (await isCommonPassword(password)) ? [PASSWORD_COMMON_SENTENCE] : []
}

function emailProblems(db: Db, email: string): string[] {
  if (!isEmail(email)) return [EMAIL_SENTENCE]
  return userByEmail(db, email) ? [EMAIL_TAKEN_SENTENCE] : []
}

type NewUser = Pick<User, 'email' | 'passwordHash'> &
  Partial<Pick<User, 'emailVerifiedAt' | 'landingPageSource'>> & { now: Instant }

/** Null when the address already has an account, which a parallel request may just have created. */
export function addUser(
  tx: DurableTx,
  random: Random,
  { email, passwordHash, emailVerifiedAt = null, landingPageSource = null, now }: NewUser,
): User | null {
  const [user] = tx
    .insert(users)
    .values({
      token: random.token(),
      email: normalizeEmail(email),
      passwordHash,
      emailVerifiedAt,
      landingPageSource,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
    .all()
  return user ?? null
}
