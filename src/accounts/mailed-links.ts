import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type LinkPurpose, type MailedLink, mailedLinks } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { deriveKey, hmac, sha256 } from '../tokens.ts'
import { isFlooded, noteNotice } from './notices.ts'
import { accountEmail, userByEmail } from './users.ts'

export type NewLink = Pick<MailedLink, 'purpose' | 'userId' | 'email' | 'goOnTo'> & { lifeSeconds: number }

type Doors = Pick<Services, 'config' | 'chance'> & { now: Instant }

/**
 * Keeps a link, makes those of the same purpose before it worthless, and has it mailed. For an address without an
 * account (`userId` null) all the same is written down, and the job then mails nothing.
 * @returns the link's token, by which jobs name it
 */
export function mailLink(
  tx: DurableTx,
  { config, chance, now }: Doors,
  { lifeSeconds, ...link }: NewLink,
): string {
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(sameAsker(link), eq(mailedLinks.purpose, link.purpose), isNull(mailedLinks.spentAt)))
    .run()
  noteNotice(tx, { kind: link.purpose, email: link.email, now })
  const token = chance.token()
  const hash = sha256(secretOf(config, token))
  tx.insert(mailedLinks)
    .values({ ...link, token, hash, createdAt: now, expiresAt: now + lifeSeconds * 1000 })
    .run()
  enqueue(tx, { kind: 'mail_link', key: `mail_link:${token}`, payload: { link: token }, now })
  return token
}

/** Two accounts may wish for the same new address: neither makes the other's link worthless by asking. */
const sameAsker = ({ purpose, userId, email }: Omit<NewLink, 'lifeSeconds'>) =>
  purpose === 'change_email' && userId !== null
    ? eq(mailedLinks.userId, userId)
    : eq(mailedLinks.email, email)

type AskedLink = Pick<NewLink, 'purpose' | 'goOnTo' | 'lifeSeconds'>

/**
 * Mails a link to the account of an address, if it has one. The answer is the same for every address, and so is the
 * work, also where nothing is mailed.
 */
export async function mailLinkTo(services: Services, typed: string, link: AskedLink) {
  const { db, clock } = services
  const [now, email] = [clock.now(), accountEmail(typed)]
  await durably(db, (tx) => {
    if (isFlooded(tx, { kind: link.purpose, email, now })) return
    mailLink(tx, { ...services, now }, { ...link, email, userId: userByEmail(tx, email)?.id ?? null })
  })
}

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
export function voidLinksOf(tx: Tx, userId: number, now: Instant) {
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(eq(mailedLinks.userId, userId), isNull(mailedLinks.spentAt)))
    .run()
}

/**
 * Links that expired a month ago tell nobody any more what became of them; where there was no account, an address
 * that somebody typed is kept for a day.
 */
export function forgetOldLinks(tx: Tx, now: Instant) {
  const isOld = lt(mailedLinks.expiresAt, now - 30 * DAY_MS)
  const isNobodys = and(sql`+${mailedLinks.userId} is null`, lt(mailedLinks.expiresAt, now - DAY_MS)) // found by age
  tx.delete(mailedLinks).where(or(isOld, isNobodys)).run()
}

/** What was asked for under an address, with an account or without. */
export const forgetLinksTo = (tx: Tx, email: string) =>
  tx.delete(mailedLinks).where(eq(mailedLinks.email, email)).run()
