import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type LinkPurpose, type MailedLink, mailedLinks } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { deriveKey, hmac, sha256 } from '../tokens.ts'

/** The secret in an emailed URL: 256 bits derived from the link's token with this shop's key. */
export const secretOf = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, token: string) =>
  hmac(deriveKey(sessionSecret, 'mailed-link'), token).toString('base64url')

export const linkByToken = (db: Db, token: string): MailedLink | null =>
  db.select().from(mailedLinks).where(eq(mailedLinks.token, token)).get() ?? null

/** The link, while it is valid. Does not consume it, because mail scanners open links, too. */
export const findLink = (db: Db, purpose: LinkPurpose, secret: string, now: Instant): MailedLink | null =>
  db
    .select()
    .from(mailedLinks)
    .where(isValid(purpose, secret, now))
    .get() ?? null

/** A used or revoked link, for the page that explains what happened to it. */
export const findSpentLink = (db: Db, purpose: LinkPurpose, secret: string): MailedLink | null =>
  db
    .select()
    .from(mailedLinks)
    .where(and(hasSecret(purpose, secret), isNotNull(mailedLinks.spentAt)))
    .get() ?? null

/** Of parallel calls, one gets the link and the others null. */
export function spendLink(
  tx: DurableTx,
  purpose: LinkPurpose,
  secret: string,
  now: Instant,
): MailedLink | null {
  const [link] = tx
    .update(mailedLinks)
    .set({ spentAt: now })
    .where(isValid(purpose, secret, now))
    .returning()
    .all()
  return link ?? null
}

const isValid = (purpose: LinkPurpose, secret: string, now: Instant) =>
  and(hasSecret(purpose, secret), isNull(mailedLinks.spentAt), gt(mailedLinks.expiresAt, now))

const hasSecret = (purpose: LinkPurpose, secret: string) =>
  and(eq(mailedLinks.hash, sha256(secret)), eq(mailedLinks.purpose, purpose))

export function revokeLinksOf(tx: Tx, userId: number, now: Instant) {
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(eq(mailedLinks.userId, userId), isNull(mailedLinks.spentAt)))
    .run()
}

export const deleteLinksTo = (tx: Tx, email: string) =>
  tx.delete(mailedLinks).where(eq(mailedLinks.email, email)).run()
