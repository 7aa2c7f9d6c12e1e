import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { mailPasswordRevoked } from './account-notices.tsx'
import { isOverMailLimit, notify } from './mail-limit.ts'
import { findLink, findSpentLink, revokeLinksOf, spendLink } from './mailed-links.ts'
import { mailLink } from './send-link.ts'
import { revokeSessionsOf } from './session.ts'
import { userById } from './users.ts'

const CONFIRM_SECONDS = 24 * 3600

/**
 * The first time, revokes the password and all sessions, because someone else may have registered this address.
 * @returns the ended sessions, whose sockets the caller closes
 */
export function markEmailVerified(tx: DurableTx, user: User, now: Instant): string[] {
  if (user.emailVerifiedAt !== null) return []
  tx.update(users).set({ emailVerifiedAt: now, passwordHash: null }).where(eq(users.id, user.id)).run()
  revokeLinksOf(tx, user.id, now)
  if (user.passwordHash !== null) {
    const key = `mail_password_ended:${user.token}:${now}`
    notify(tx, user.email, mailPasswordRevoked, { userId: user.id, key }, { key, now })
  }
  return revokeSessionsOf(tx, user.id, null, now)
}

/** Emails the link that confirms the address. @returns false if the mail limit forbids it */
export function mailWelcome(tx: DurableTx, services: Services, { id, email }: User): boolean {
  const [purpose, now] = ['confirm_email' as const, services.clock.now()]
  if (isOverMailLimit(tx, { kind: purpose, email, now })) return false
  mailLink(
    tx,
    { ...services, now },
    { purpose, userId: id, email, nextPath: null, lifeSeconds: CONFIRM_SECONDS },
  )
  return true
}

export const resendWelcome = (services: Services, user: User): Promise<boolean> =>
  durably(services.db, (tx) => mailWelcome(tx, services, user))

/** `unknown_reader`: the link is good, but its reader has not signed in yet. */
export type ConfirmLinkState = 'good' | 'confirmed' | 'dead' | 'unknown_reader'

/** 'dead' for every other account; whose link it is stays secret until the reader signs in. */
export function confirmLinkState(
  { db, clock }: Services,
  secret: string,
  user: User | null,
): ConfirmLinkState {
  const link = findLink(db, 'confirm_email', secret, clock.now())
  if (!user) return link ? 'unknown_reader' : 'dead'
  if (link?.userId === user.id) return 'good'
  return hasConfirmed(db, secret, user) ? 'confirmed' : 'dead'
}

/** Reads the account again, because another request may just have confirmed the address. */
function hasConfirmed(db: Db, secret: string, { id }: User): boolean {
  const [link, user] = [findSpentLink(db, 'confirm_email', secret), userById(db, id)]
  return link?.userId === id && link.email === user?.email && user.emailVerifiedAt !== null
}

/** Requires sign-in as well as the link, because a stranger may have registered the address that this reader owns. */
export function confirmEmail(
  { db, clock }: Services,
  secret: string,
  user: User,
  joinGuestHistory: (tx: DurableTx) => void,
): Promise<boolean> {
  const now = clock.now()
  return durably(db, (tx) => {
    const link = findLink(tx, 'confirm_email', secret, now)
    if (link?.userId !== user.id || link.email !== user.email) return false
    spendLink(tx, 'confirm_email', secret, now)
    tx.update(users).set({ emailVerifiedAt: now }).where(eq(users.id, user.id)).run()
    joinGuestHistory(tx)
    return true
  })
}
