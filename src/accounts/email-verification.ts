import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { mailPasswordEnded } from './account-notices.tsx'
import { isOverMailLimit, notify } from './mail-limit.ts'
import { findLink, findSpentLink, revokeLinksOf, spendLink } from './mailed-links.ts'
import { mailLink } from './send-link.ts'
import { revokeSessionsOf } from './session.ts'
import { userById } from './users.ts'

const CONFIRM_SECONDS = 24 * 3600

/**
 * Somebody reads the mail of an account's address. Had nobody shown that before, then whoever made the account may
 * have been anybody who knew the address: their password and their sessions end here, before the owner's orders join
 * it, and the owner is told.
 * @returns the sessions that ended, whose sockets the caller closes
 */
export function markEmailVerified(tx: DurableTx, user: User, now: Instant): string[] {
  if (user.emailVerifiedAt !== null) return []
  tx.update(users).set({ emailVerifiedAt: now, passwordHash: null }).where(eq(users.id, user.id)).run()
  revokeLinksOf(tx, user.id, now)
  if (user.passwordHash !== null) {
    const key = `mail_password_ended:${user.token}:${now}`
    notify(tx, user.email, mailPasswordEnded, { userId: user.id, key }, { key, now })
  }
  return revokeSessionsOf(tx, user.id, null, now)
}

/**
 * Welcomes a new account, with the link that shows that its address is right. Accounts are made and closed quickly:
 * an address that was written to by several is left alone for a while.
 * @returns whether it is mailed
 */
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

/** The same once more, for an owner who is signed in and looks for it in vain; what was mailed before ends. */
export const resendWelcome = (services: Services, user: User): Promise<boolean> =>
  durably(services.db, (tx) => mailWelcome(tx, services, user))

/** What a link to confirm an address is to whoever opens it. `unknown_reader`: it is good, for whose it is. */
export type ConfirmLinkState = 'good' | 'confirmed' | 'dead' | 'unknown_reader'

/** For another account's reader it is no link at all, and nobody learns of whose it is before they sign in. */
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

/** Read anew: the address may have been confirmed since the request began. */
function hasConfirmed(db: Db, secret: string, { id }: User): boolean {
  const [link, user] = [findSpentLink(db, 'confirm_email', secret), userById(db, id)]
  return link?.userId === id && link.email === user?.email && user.emailVerifiedAt !== null
}

/**
 * Confirms an address for somebody who is signed in, and so knows the password: a stranger who made the account is not
 * who reads its mail. `joinGuestHistory` fetches what was ordered under that address. @returns false for all but the first
 */
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
