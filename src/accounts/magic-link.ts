import { durably } from '#db/client.ts'
import type { MailedLink, User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { findLink, linksSince, mailLink, spendLink } from './mailed-links.ts'
import { accountEmail, userByEmail, userById } from './users.ts'

/** So many links an hour and address are a person who looks for the mail; more are a flood for somebody's mailbox. */
export const LINKS_AN_HOUR = 3
const HOUR_MS = 3_600_000

/**
 * Mails a link that signs its reader in, if the address has an account. The answer is the same for every address, also
 * where nothing is mailed. @param goOnTo a path of the shop, checked by the caller
 */
export async function sendMagicLink(services: Services, typed: string, goOnTo: string) {
  const { db, clock, config } = services
  const [now, email] = [clock.now(), accountEmail(typed)]
  await durably(db, () => {
    if (linksSince(db, email, 'magic_link', now - HOUR_MS) >= LINKS_AN_HOUR) return
    const userId = userByEmail(db, email)?.id ?? null
    const lifeSeconds = config.accounts.magicLinkSeconds
    mailLink({ ...services, now }, { purpose: 'magic_link', userId, email, goOnTo, lifeSeconds })
  })
}

/** The link somebody holds, while it is good and its account still has that address. Nothing is used up by looking. */
export function findMagicLink(
  { db, clock }: Services,
  secret: string,
): { link: MailedLink; user: User } | null {
  const link = findLink(db, 'magic_link', secret, clock.now())
  const user = link?.userId ? userById(db, link.userId) : null
  return link && user && user.email === link.email ? { link, user } : null
}

/** Uses it up, inside the transaction that lets its holder in. @returns false for all but the first */
export const spendMagicLink = ({ db, clock }: Services, secret: string): boolean =>
  spendLink(db, 'magic_link', secret, clock.now()) !== null
