import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type MailedLink, mailedLinks, type User, users, waitListEntries } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { mailEmailChangeRequested } from './account-notices.tsx'
import { moveConsents } from './consents.ts'
import { sendFarewell } from './farewell-mails.tsx'
import { isOverMailLimit, notify } from './mail-limit.ts'
import { findLink, findSpentLink, revokeLinksOf, spendLink } from './mailed-links.ts'
import { clearAttempts } from './password-attempts.ts'
import { renewPreferenceLinks } from './preferences.ts'
import { isEmail } from './rules.ts'
import { mailLink } from './send-link.ts'
import { normalizeEmail, userByEmail, userById } from './users.ts'

const LINK_SECONDS = 24 * 3600

export type EmailChangeRequest =
  | { ok: true; email: string }
  | { ok: false; reason: 'no_email' | 'same' | 'flooded' | 'account_gone' }

/** Another account's address gets the same response but no email. 'flooded': the address is over its mail limit. */
export async function requestEmailChange(
  services: Services,
  user: User,
  typed: string,
): Promise<EmailChangeRequest> {
  const { db, clock } = services
  if (!isEmail(typed)) return { ok: false, reason: 'no_email' }
  const [email, now] = [normalizeEmail(typed), clock.now()]
  if (email === user.email) return { ok: false, reason: 'same' }
  return durably(db, (tx): EmailChangeRequest => {
    if (!userById(tx, user.id)) return { ok: false, reason: 'account_gone' }
    if (isOverMailLimit(tx, { kind: 'change_email', email, now })) return { ok: false, reason: 'flooded' }
    const request = { purpose: 'change_email' as const, userId: user.id, email, nextPath: null }
    const link = mailLink(tx, { ...services, now }, { ...request, lifeSeconds: LINK_SECONDS })
    notify(
      tx,
      user.email,
      mailEmailChangeRequested,
      { link },
      { key: `mail_email_change_asked:${link}`, now },
    )
    return { ok: true, email }
  })
}

export function pendingEmailChange(db: Db, userId: number, now: Instant): MailedLink | null {
  const pending = and(pendingOf(userId), gt(mailedLinks.expiresAt, now))
  return (
    db.select().from(mailedLinks).where(pending).orderBy(desc(mailedLinks.createdAt)).limit(1).get() ?? null
  )
}

export const cancelEmailChange = (db: Db, userId: number, now: Instant) =>
  durably(db, (tx) => {
    tx.update(mailedLinks).set({ spentAt: now }).where(pendingOf(userId)).run()
  })

const pendingOf = (userId: number) =>
  and(eq(mailedLinks.userId, userId), eq(mailedLinks.purpose, 'change_email'), isNull(mailedLinks.spentAt))

/** The link, while it is valid and no other account has its address. */
export function findEmailChange({ db, clock }: Services, secret: string): MailedLink | null {
  const link = findLink(db, 'change_email', secret, clock.now())
  return link && !userByEmail(db, link.email) ? link : null
}

/** The account that this used link changed, as long as it still has that address. */
export function findCompletedEmailChange({ db }: Services, secret: string): User | null {
  const link = findSpentLink(db, 'change_email', secret)
  const user = link?.userId ? userById(db, link.userId) : null
  return user && user.email === link?.email ? user : null
}

/** Of two accounts that want the same address, the first wins. `join` claims the guest orders of the new address. */
export function confirmEmailChange(
  { db, clock, random }: Services,
  secret: string,
  join: (tx: DurableTx, user: User) => void,
): Promise<User | null> {
  const now = clock.now()
  return durably(db, (tx) => {
    const link = spendLink(tx, 'change_email', secret, now)
    const before = link?.userId ? userById(tx, link.userId) : null
    if (!link || !before || userByEmail(tx, link.email)) return null
    tx.update(users).set({ email: link.email, emailVerifiedAt: now }).where(eq(users.id, before.id)).run()
    revokeLinksOf(tx, before.id, now)
    voidRequestsFor(tx, link.email, now)
    clearAttempts(tx, before.email)
    renewPreferenceLinks(tx, before.id, now)
    if (before.emailVerifiedAt !== null) {
      moveConsents(tx, { from: before.email, to: link.email }, now)
      moveWaitList(tx, { from: before.email, to: link.email })
    }
    sendFarewell(tx, { random, now }, { kind: 'email_changed', email: before.email })
    const user = { ...before, email: link.email, emailVerifiedAt: now }
    join(tx, user)
    return user
  })
}

/** One who still waits at either address still waits. */
function moveWaitList(tx: Tx, { from, to }: { from: string; to: string }) {
  tx.run(sql`update or replace wait_list_entries set email = ${to} where email = ${from} and told_at is null`)
  tx.run(sql`update or ignore wait_list_entries set email = ${to} where email = ${from}`)
  tx.delete(waitListEntries).where(eq(waitListEntries.email, from)).run()
}

function voidRequestsFor(tx: Tx, email: string, now: Instant) {
  const requests = and(eq(mailedLinks.email, email), eq(mailedLinks.purpose, 'change_email'))
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(requests, isNull(mailedLinks.spentAt)))
    .run()
}
