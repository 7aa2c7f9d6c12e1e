import { and, eq, isNull } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type MailedLink, mailedLinks } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { mailAskedLink } from './link-mails.tsx'
import { countMail, isOverMailLimit } from './mail-limit.ts'
import { secretOf } from './mailed-links.ts'
import { normalizeEmail, userByEmail } from './users.ts'

export type NewLink = Pick<MailedLink, 'purpose' | 'userId' | 'email' | 'nextPath'> & { lifeSeconds: number }

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
  countMail(tx, { kind: link.purpose, email: link.email, now })
  const token = chance.token()
  const hash = sha256(secretOf(config, token))
  tx.insert(mailedLinks)
    .values({ ...link, token, hash, createdAt: now, expiresAt: now + lifeSeconds * 1000 })
    .run()
  enqueue(tx, mailAskedLink, { link: token }, { key: `mail_link:${token}`, now })
  return token
}

/** Two accounts may wish for the same new address: neither makes the other's link worthless by asking. */
const sameAsker = ({ purpose, userId, email }: Omit<NewLink, 'lifeSeconds'>) =>
  purpose === 'change_email' && userId !== null
    ? eq(mailedLinks.userId, userId)
    : eq(mailedLinks.email, email)

type AskedLink = Pick<NewLink, 'purpose' | 'nextPath' | 'lifeSeconds'>

/**
 * Mails a link to the account of an address, if it has one. The answer is the same for every address, and so is the
 * work, also where nothing is mailed.
 */
export async function mailLinkTo(services: Services, typed: string, link: AskedLink) {
  const { db, clock } = services
  const [now, email] = [clock.now(), normalizeEmail(typed)]
  await durably(db, (tx) => {
    if (isOverMailLimit(tx, { kind: link.purpose, email, now })) return
    mailLink(tx, { ...services, now }, { ...link, email, userId: userByEmail(tx, email)?.id ?? null })
  })
}
