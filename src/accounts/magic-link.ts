import { type DurableTx, durably } from '#db/client.ts'
import type { MailedLink, User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { findLink, spendLink } from './mailed-links.ts'
import { mailLink, mailLinkTo } from './send-link.ts'
import { userById } from './users.ts'

/**
 * Mails a link that signs its reader in, if the address has an account.
 * @param nextPath a path of the shop, checked by the caller
 */
export const sendMagicLink = (services: Services, typed: string, nextPath: string) =>
  mailLinkTo(services, typed, linkThatLeadsTo(services, nextPath))

/** The same for an owner who is signed in: what strangers asked for under their address keeps none from them. */
export const sendOwnMagicLink = (services: Services, { id, email }: User, nextPath: string) =>
  durably(services.db, (tx) => {
    const link = { ...linkThatLeadsTo(services, nextPath), userId: id, email }
    mailLink(tx, { ...services, now: services.clock.now() }, link)
  })

const linkThatLeadsTo = ({ config }: Services, nextPath: string) => ({
  purpose: 'magic_link' as const,
  nextPath,
  lifeSeconds: config.accounts.magicLinkSeconds,
})

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
export const spendMagicLink = (tx: DurableTx, { clock }: Services, secret: string): boolean =>
  spendLink(tx, 'magic_link', secret, clock.now()) !== null
