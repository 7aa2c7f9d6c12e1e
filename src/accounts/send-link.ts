import { and, eq, isNull } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type MailedLink, mailedLinks } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { mailRequestedLink } from './link-mails.tsx'
import { countMail, isOverMailLimit } from './mail-limit.ts'
import { secretOf } from './mailed-links.ts'
import { normalizeEmail, userByEmail } from './users.ts'

export type NewLink = Pick<MailedLink, 'purpose' | 'userId' | 'email' | 'nextPath'> & { lifeSeconds: number }

type Deps = Pick<Services, 'config' | 'random'> & { now: Instant }

/** Replaces earlier links of the same purpose. @returns the token from which the secret derives */
export function createLink(
  tx: DurableTx,
  { config, random, now }: Deps,
  { lifeSeconds, ...link }: NewLink,
): string {
  tx.update(mailedLinks)
    .set({ spentAt: now })
    .where(and(sameRequester(link), eq(mailedLinks.purpose, link.purpose), isNull(mailedLinks.spentAt)))
    .run()
  const token = random.token()
  const hash = sha256(secretOf(config, token))
  tx.insert(mailedLinks)
    .values({ ...link, token, hash, createdAt: now, expiresAt: now + lifeSeconds * 1000 })
    .run()
  return token
}

/**
 * Creates a link and emails it. An address without an account (`userId` null) takes the same steps, so that timing
 * reveals nothing; the job then sends no email.
 */
export function mailLink(tx: DurableTx, deps: Deps, link: NewLink): string {
  const { now } = deps
  countMail(tx, { kind: link.purpose, email: link.email, now })
  const token = createLink(tx, deps, link)
  const giveUpAt = now + link.lifeSeconds * 1000
  enqueue(tx, mailRequestedLink, { link: token }, { key: `mail_link:${token}`, now, giveUpAt })
  return token
}

/** Two accounts may request the same new address; neither may void the other's link. */
const sameRequester = ({ purpose, userId, email }: Omit<NewLink, 'lifeSeconds'>) =>
  purpose === 'change_email' && userId !== null
    ? eq(mailedLinks.userId, userId)
    : eq(mailedLinks.email, email)

type RequestedLink = Pick<NewLink, 'purpose' | 'nextPath' | 'lifeSeconds'>

export async function mailLinkTo(services: Services, typed: string, link: RequestedLink) {
  const { db, clock } = services
  const [now, email] = [clock.now(), normalizeEmail(typed)]
  await durably(db, (tx) => {
    if (isOverMailLimit(tx, { kind: link.purpose, email, now })) return
    const account = userByEmail(tx, email)
    const userId = account?.mergedIntoId === null ? account.id : null
    mailLink(tx, { ...services, now }, { ...link, email, userId })
  })
}
