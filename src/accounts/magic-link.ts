import { type DurableTx, durably } from '#db/client.ts'
import type { MailedLink, User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { findLink, spendLink } from './mailed-links.ts'
import { mailLink, mailLinkTo } from './send-link.ts'
import { userById } from './users.ts'

/** @param nextPath a local path, checked by the caller */
export const sendMagicLink = (services: Services, typed: string, nextPath: string) =>
  mailLinkTo(services, typed, magicLink(services, nextPath))

/** For the signed-in owner, without the mail limit, which strangers may have used up. */
export const sendOwnMagicLink = (services: Services, { id, email }: User, nextPath: string) =>
  durably(services.db, (tx) => {
    const link = { ...magicLink(services, nextPath), userId: id, email }
    mailLink(tx, { ...services, now: services.clock.now() }, link)
  })

const magicLink = ({ config }: Services, nextPath: string) => ({
  purpose: 'magic_link' as const,
  nextPath,
  lifeSeconds: config.accounts.magicLinkSeconds,
})

/** The link, while it is valid and its account still has that address. */
export function findMagicLink(
  { db, clock }: Services,
  secret: string,
): { link: MailedLink; user: User } | null {
  const link = findLink(db, 'magic_link', secret, clock.now())
  const user = link?.userId ? userById(db, link.userId) : null
  return link && user && user.email === link.email ? { link, user } : null
}

export const spendMagicLink = (tx: DurableTx, { clock }: Services, secret: string): boolean =>
  spendLink(tx, 'magic_link', secret, clock.now()) !== null
