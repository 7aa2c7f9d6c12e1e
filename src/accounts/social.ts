import { and, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { identities, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Person } from '../providers/social/person.ts'
import type { Services } from '../services.ts'
import { mailProviderConnected } from './account-notices.tsx'
import { markEmailVerified } from './email-verification.ts'
import { notify } from './mail-limit.ts'
import { isEmail } from './rules.ts'
import { addUser } from './sign-up.ts'
import { userByEmail, userById } from './users.ts'

export type SocialSignIn =
  | { ok: true; user: User; news: 'known' | 'connected' | 'made'; endedSessions: string[] }
  | { ok: false; reason: 'unverified_email' }

/**
 * Whose account it is that somebody else's word opens: that which knows the identity already; else that of the email,
 * and a new one where there is none, both only for an address that the provider made sure of. Anything less could be
 * somebody else's address, and the answer is the same whether that one has an account or not.
 */
export function signInSocially(services: Services, person: Person, label: string): Promise<SocialSignIn> {
  const { db } = services
  return durably(db, (tx): SocialSignIn => {
    const known = identityOwner(tx, person)
    if (known) return { ok: true, user: known, news: 'known', endedSessions: [] }
    const email = vouchedEmail(person)
    if (email === null) return { ok: false, reason: 'unverified_email' }
    const owner = userByEmail(tx, email)
    return owner ? joinOwner(tx, services, owner, person, label) : makeAccount(tx, services, person, email)
  })
}

const vouchedEmail = ({ email, isEmailVerified }: Person) =>
  isEmailVerified && email !== null && isEmail(email) ? email : null

function joinOwner(
  tx: DurableTx,
  services: Services,
  owner: User,
  person: Person,
  label: string,
): SocialSignIn {
  const now = services.clock.now()
  const endedSessions = markEmailVerified(tx, owner, now) // the provider's word is as good as a mail that was read
  connect(tx, services, owner.id, person, label)
  const user = { ...owner, emailVerifiedAt: owner.emailVerifiedAt ?? now }
  return { ok: true, user, news: 'connected', endedSessions }
}

export type Connection = { ok: true } | { ok: false; reason: 'belongs_to_another' }

/** Somebody who is signed in lets a provider open their account from now on, under whatever email it knows them. */
export function linkProvider(
  services: Services,
  userId: number,
  person: Person,
  label: string,
): Promise<Connection> {
  return durably(services.db, (tx): Connection => {
    const known = identityOwner(tx, person)
    if (known && known.id !== userId) return { ok: false, reason: 'belongs_to_another' }
    if (!known) connect(tx, services, userId, person, label)
    return { ok: true }
  })
}

function identityOwner(db: Db, { issuer, subject }: Person): User | null {
  const it = and(eq(identities.issuer, issuer), eq(identities.subject, subject))
  const identity = db.select().from(identities).where(it).get()
  return identity ? userById(db, identity.userId) : null
}

function keepIdentity(tx: Tx, userId: number, { issuer, subject }: Person, linkedAt: Instant) {
  tx.insert(identities).values({ issuer, subject, userId, linkedAt }).run()
}

/** From here on the provider opens the account, which its owner is told. */
function connect(tx: DurableTx, { clock, chance }: Services, userId: number, person: Person, label: string) {
  const now = clock.now()
  keepIdentity(tx, userId, person, now)
  const email = userById(tx, userId)?.email
  if (email === undefined) throw new Error('a provider was connected to an account that is gone')
  const notice = `provider_connected:${chance.token()}`
  notify(tx, email, mailProviderConnected, { userId, label, notice }, { key: notice, now })
}

function makeAccount(
  tx: DurableTx,
  { clock, chance }: Services,
  person: Person,
  email: string,
): SocialSignIn {
  const now = clock.now()
  const user = addUser(tx, chance, { email, passwordHash: null, emailVerifiedAt: now, now })
  if (!user) throw new Error('an address that had no account has one, within one transaction')
  const { firstName, lastName } = person
  tx.update(users).set({ firstName, lastName }).where(eq(users.id, user.id)).run()
  keepIdentity(tx, user.id, person, now)
  return { ok: true, user, news: 'made', endedSessions: [] }
}
