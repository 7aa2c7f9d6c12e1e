import { eq, inArray } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import {
  corporateGiftingContacts,
  idempotencyKeys,
  sessions,
  users,
  waitListEntries,
} from '#db/schema/index.ts'
import { forgetLinksTo } from '../accounts/mailed-links.ts'
import { mailParting } from '../accounts/parting-mails.ts'
import { forgetTries } from '../accounts/password-tries.ts'
import { hasRole } from '../accounts/roles.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { forgetRecipient, hasMoneyUnderWay, letGoOfOrders, type Whose } from '../orders/erase.ts'
import { letGoOfCards } from '../payments/account-card-jobs.ts'
import { forgetRewards } from '../rewards/forget.ts'
import type { Services } from '../services.ts'
import { eraseLater } from './erase-later.ts'
import type { Person } from './person.ts'

type Obstacle = 'money_under_way' | 'back_office'

/** `More`: what else may keep somebody from being erased, where something else is settled with it. */
export type Erasure<More = never> = { ok: true } | { ok: false; reason: Obstacle | More }

/**
 * Erases somebody: the account with everything that hangs on it, their sessions everywhere, what was kept under their
 * address, their cards at the payment provider. Orders stay for the books, without the person (src/orders/erase.ts), and
 * so do consents: they are proof that what we sent was wanted. A last mail says good-bye.
 * @param settle what the same moment has to settle in the database; where it names a reason, nobody is erased
 */
export async function erasePerson<More = never>(
  services: Services,
  person: Person,
  settle: () => More | null = () => null,
): Promise<Erasure<More>> {
  const { db, clock, chance } = services
  const now = clock.now()
  const outcome = await durably(db, (): Erasure<More> & { ended?: string[] } => {
    const refusal = refusalFor(db, person, now) ?? settle()
    if (refusal !== null) return { ok: false, reason: refusal }
    if (person.user && !userById(db, person.user.id)) return { ok: true } // by another click of the same person
    letGoOfCards(db, whose(person), now)
    for (const later of letGoOfOrders(db, whose(person), now)) eraseLater(db, later, now)
    const email = person.user?.email ?? person.email
    if (email !== null) mailParting({ db, chance, now }, { kind: 'account_closed', email })
    if (person.email !== null) forgetAddress(db, person.email)
    return { ok: true, ended: person.user ? closeAccount(db, person.user, now) : [] }
  })
  for (const sessionHash of outcome.ended ?? []) announceSessionEnded(services, sessionHash)
  return outcome
}

/** People of the back office are let go by the shop, which then knows who did what while they were there. */
function refusalFor(db: Db, person: Person, now: Instant): Obstacle | null {
  if (person.user && hasRole(db, person.user.id)) return 'back_office'
  return hasMoneyUnderWay(db, whose(person), now) ? 'money_under_way' : null
}

const whose = ({ user, email }: Person): Whose => ({ userId: user?.id ?? null, email })

/** What was left with us under an address, without an account. */
function forgetAddress(db: Db, email: string) {
  db.delete(waitListEntries).where(eq(waitListEntries.email, email)).run()
  db.delete(corporateGiftingContacts).where(eq(corporateGiftingContacts.email, email)).run()
  forgetRecipient(db, email)
  forgetLinksTo(db, email)
}

/** Sessions stay as rows that are over, so that none of their ids begins again; they tell of nobody any more. */
function closeAccount(db: Db, user: { id: number; email: string }, now: Instant): string[] {
  const ended = db
    .update(sessions)
    .set({ userId: null, revokedAt: now, token: null, device: null, postalCode: null, promotionOffer: null })
    .where(eq(sessions.userId, user.id))
    .returning({ idHash: sessions.idHash })
    .all()
  forgetTries(db, user.email)
  forgetRewards(db, user.id)
  const hashes = ended.map(({ idHash }) => idHash)
  db.delete(idempotencyKeys).where(inArray(idempotencyKeys.sessionHash, hashes)).run() // kept answers tell names
  db.delete(users).where(eq(users.id, user.id)).run()
  return hashes
}
