import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type LinkPurpose, type MailedLink, mailedLinks } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { deriveKey, hmac, sha256 } from '../tokens.ts'

/** What stands in the mailed address: 256 bits that only this shop can make of a link's token. */
export const secretOf = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, token: string) =>
  hmac(deriveKey(sessionSecret, 'mailed-link'), token).toString('base64url')

/** For the job that mails it; null once its account is gone. */
export const linkByToken = (db: Db, token: string): MailedLink | null =>
  db.select().from(mailedLinks).where(eq(mailedLinks.token, token)).get() ?? null

/** The link, as long as it is good. Reading it uses nothing up: mail scanners read, too. */
export const findLink = (db: Db, purpose: LinkPurpose, secret: string, now: Instant): MailedLink | null =>
  db
    .select()
    .from(mailedLinks)
    .where(goodLink(purpose, secret, now))
    .get() ?? null

/** A link that was used, or made worthless: for the page that says what became of it. */
export const findSpentLink = (db: Db, purpose: LinkPurpose, secret: string): MailedLink | null =>
  db
    .select()
    .from(mailedLinks)
    .where(and(sameLink(purpose, secret), isNotNull(mailedLinks.spentAt)))
    .get() ?? null

/** Uses a link up: of many at once one gets it, the others null. */
export function spendLink(
  tx: DurableTx,
  purpose: LinkPurpose,
  secret: string,
  now: Instant,
): MailedLink | null {
  const [link] = tx
    .update(mailedLinks)
    .set({ spentAt: now })
    .where(goodLink(purpose, secret, now))
    .returning()
    .all()
  return link ?? null
}

const goodLink = (purpose: LinkPurpose, secret: string, now: Instant) =>
  and(sameLink(purpose, secret), isNull(mailedLinks.spentAt), gt(mailedLinks.expiresAt, now))

const sameLink = (purpose: LinkPurpose, secret: string) =>
  and(eq(mailedLinks.hash, sha256(secret)), eq(mailedLinks.purpose, purpose))

/** Makes every open link of an account worthless: its password or address is another now. */
export function revokeLinksOf(tx: Tx, userId: number, now: Instant) {
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(eq(mailedLinks.userId, userId), isNull(mailedLinks.spentAt)))
    .run()
}

/**
 * Links that expired a month ago tell nobody any more what became of them; where there was no account, an address
 * that somebody typed is kept for a day.
 */
export function deleteOldLinks(tx: Tx, now: Instant) {
  const isOld = lt(mailedLinks.expiresAt, now - 30 * DAY_MS)
  const isNobodys = and(sql`+${mailedLinks.userId} is null`, lt(mailedLinks.expiresAt, now - DAY_MS)) // found by age
  tx.delete(mailedLinks).where(or(isOld, isNobodys)).run()
}

/** What was asked for under an address, with an account or without. */
export const deleteLinksTo = (tx: Tx, email: string) =>
  tx.delete(mailedLinks).where(eq(mailedLinks.email, email)).run()
