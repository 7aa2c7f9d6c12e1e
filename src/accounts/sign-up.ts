import { type Db, durably } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { Chance } from '../tokens.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { mailWelcome } from './proof.ts'
import {
  EMAIL_SENTENCE,
  isEmail,
  PASSWORD_COMMON_SENTENCE,
  PASSWORD_MISSING_SENTENCE,
  passwordLengthProblem,
} from './rules.ts'
import { accountEmail, userByEmail } from './users.ts'

export const EMAIL_TAKEN_SENTENCE = 'There is an account with that email address already.'

export type SignUp = { ok: true; user: User } | { ok: false; errors: string[] }

type NewAccount = {
  email: string
  password: string
  landingPageSource?: string | null
  /** They hold a mail that was sent there. */
  hasProvenEmail?: boolean
}

/** Makes an account, or says all that stands in its way. @throws PasswordsBusy */
export async function signUp(
  services: Services,
  { email, password, landingPageSource = null, hasProvenEmail = false }: NewAccount,
): Promise<SignUp> {
  const { db, clock, chance } = services
  const errors = [...emailProblems(db, email), ...(await passwordProblems(password))]
  if (errors.length > 0) return { ok: false, errors }
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  const emailVerifiedAt = hasProvenEmail ? now : null
  const user = await durably(db, () => {
    const added = addUser(db, chance, { email, passwordHash, landingPageSource, emailVerifiedAt, now })
    if (added && !hasProvenEmail) mailWelcome(services, added)
    return added
  })
  return user ? { ok: true, user } : { ok: false, errors: [EMAIL_TAKEN_SENTENCE] }
}

/** What is wrong with a new password: nothing, or one sentence. */
export async function passwordProblems(password: string): Promise<string[]> {
  if (password === '') return [PASSWORD_MISSING_SENTENCE]
  const problem = passwordLengthProblem(password)
  if (problem) return [problem]
  return (await isCommonPassword(password)) ? [PASSWORD_COMMON_SENTENCE] : []
}

function emailProblems(db: Db, email: string): string[] {
  if (!isEmail(email)) return [EMAIL_SENTENCE]
  return userByEmail(db, email) ? [EMAIL_TAKEN_SENTENCE] : []
}

type NewUser = Pick<User, 'email' | 'passwordHash'> &
  Partial<Pick<User, 'emailVerifiedAt' | 'landingPageSource'>> & { now: Instant }

/** The row of a new account, or null where the address has one: of two at once one comes first. Inside a transaction. */
export function addUser(
  db: Db,
  chance: Chance,
  { email, passwordHash, emailVerifiedAt = null, landingPageSource = null, now }: NewUser,
): User | null {
  const [user] = db
    .insert(users)
    .values({
      token: chance.token(),
      email: accountEmail(email),
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
