import { and, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { identities, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { ProviderIdentity } from '../providers/social/person.ts'
import type { Services } from '../services.ts'
import { mailProviderConnected } from './account-notices.tsx'
import { markEmailVerified } from './email-verification.ts'
import { notify } from './mail-limit.ts'
import { isEmail } from './rules.ts'
import { addUser } from './sign-up.ts'
import { userByEmail, userById } from './users.ts'

export type SocialSignIn =
  | { ok: true; user: User; outcome: 'known' | 'connected' | 'created'; endedSessions: string[] }
  | { ok: false; reason: 'unverified_email' }

/**
 * Finds the account by identity, else by email, else creates one. Email counts only if the provider has verified it:
 * otherwise it could be another person's, so the refusal is the same whether or not it has an account.
 */
export function signInSocially(
  services: Services,
  person: ProviderIdentity,
  label: string,
): Promise<SocialSignIn> {
  const { db } = services
  return durably(db, (tx): SocialSignIn => {
    const known = identityOwner(tx, person)
    if (known) return { ok: true, user: known, outcome: 'known', endedSessions: [] }
    const email = verifiedEmail(person)
    if (email === null) return { ok: false, reason: 'unverified_email' }
    const owner = userByEmail(tx, email)
    if (owner && owner.mergedIntoId !== null) return { ok: false, reason: 'unverified_email' }
    return owner
      ? connectByEmail(tx, services, owner, person, label)
      : createAccount(tx, services, person, email)
  })
}

const verifiedEmail = ({ email, isEmailVerified }: ProviderIdentity) =>
  isEmailVerified && email !== null && isEmail(email) ? email : null

function connectByEmail(
  tx: DurableTx,
  services: Services,
  owner: User,
  person: ProviderIdentity,
  label: string,
): SocialSignIn {
  const now = services.clock.now()
  const endedSessions = markEmailVerified(tx, owner, now) // the provider's check is as good as an emailed link
  connect(tx, services, owner.id, person, label)
  const user = { ...owner, emailVerifiedAt: owner.emailVerifiedAt ?? now }
  return { ok: true, user, outcome: 'connected', endedSessions }
}

export type Connection = { ok: true } | { ok: false; reason: 'belongs_to_another' }

/** The signed-in user may have any email at the provider. */
export function linkProvider(
  services: Services,
  userId: number,
  person: ProviderIdentity,
  label: string,
): Promise<Connection> {
  return durably(services.db, (tx): Connection => {
    const known = identityOwner(tx, person)
    if (known && known.id !== userId) return { ok: false, reason: 'belongs_to_another' }
    if (!known) connect(tx, services, userId, person, label)
    return { ok: true }
  })
}

function identityOwner(db: Db, { issuer, subject }: ProviderIdentity): User | null {
  const isSame = and(eq(identities.issuer, issuer), eq(identities.subject, subject))
  const identity = db.select().from(identities).where(isSame).get()
  return identity ? userById(db, identity.userId) : null
}

function addIdentity(tx: Tx, userId: number, { issuer, subject }: ProviderIdentity, linkedAt: Instant) {
  tx.insert(identities).values({ issuer, subject, userId, linkedAt }).run()
}

function connect(
  tx: DurableTx,
  { clock, random }: Services,
  userId: number,
  person: ProviderIdentity,
  label: string,
) {
  const now = clock.now()
  addIdentity(tx, userId, person, now)
  const email = userById(tx, userId)?.email
  if (email === undefined) throw new Error('connected a provider to a deleted account')
  const notice = `provider_connected:${random.token()}`
  notify(tx, email, mailProviderConnected, { userId, label, notice }, { key: notice, now })
}

function createAccount(
  tx: DurableTx,
  { clock, random }: Services,
  person: ProviderIdentity,
  email: string,
): SocialSignIn {
  const now = clock.now()
  const user = addUser(tx, random, { email, passwordHash: null, emailVerifiedAt: now, now })
  if (!user) throw new Error('the address got an account within the same transaction')
  const { firstName, lastName } = person
  tx.update(users).set({ firstName, lastName }).where(eq(users.id, user.id)).run()
  addIdentity(tx, user.id, person, now)
  return { ok: true, user, outcome: 'created', endedSessions: [] }
}
