import { eq, inArray } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import {
  corporateGiftingContacts,
  idempotencyKeys,
  sessions,
  users,
  waitListEntries,
} from '#db/schema/index.ts'
import { sendFarewell } from '../accounts/farewell-mails.tsx'
import { deleteLinksTo } from '../accounts/mailed-links.ts'
import { clearAttempts } from '../accounts/password-attempts.ts'
import { hasRole } from '../accounts/roles.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { forgetRecipient, hasPaymentInFlight, releasePersonFromOrders, type Whose } from '../orders/erase.ts'
import { releasePersonFromCards } from '../payments/account-card-jobs.ts'
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
  settle: (tx: DurableTx) => More | null = () => null,
): Promise<Erasure<More>> {
  const { db, clock, chance } = services
  const now = clock.now()
  const outcome = await durably(db, (tx): Erasure<More> & { ended?: string[] } => {
    const refusal = refusalFor(tx, person, now) ?? settle(tx)
    if (refusal !== null) return { ok: false, reason: refusal }
    if (person.user && !userById(tx, person.user.id)) return { ok: true } // by another click of the same person
    releasePersonFromCards(tx, whose(person), now)
    for (const later of releasePersonFromOrders(tx, whose(person), now)) eraseLater(tx, later, now)
    const email = person.user?.email ?? person.email
    if (email !== null) sendFarewell(tx, { chance, now }, { kind: 'account_closed', email })
    if (person.email !== null) forgetAddress(tx, person.email)
    return { ok: true, ended: person.user ? closeAccount(tx, person.user, now) : [] }
  })
  for (const sessionHash of outcome.ended ?? []) announceSessionEnded(services, sessionHash)
  return outcome
}

/** People of the back office are let go by the shop, which then knows who did what while they were there. */
function refusalFor(db: Db, person: Person, now: Instant): Obstacle | null {
  if (person.user && hasRole(db, person.user.id)) return 'back_office'
  return hasPaymentInFlight(db, whose(person), now) ? 'money_under_way' : null
}

const whose = ({ user, email }: Person): Whose => ({ userId: user?.id ?? null, email })

/** What was left with us under an address, without an account. */
function forgetAddress(tx: Tx, email: string) {
  tx.delete(waitListEntries).where(eq(waitListEntries.email, email)).run()
  tx.delete(corporateGiftingContacts).where(eq(corporateGiftingContacts.email, email)).run()
  forgetRecipient(tx, email)
  deleteLinksTo(tx, email)
}

/** Sessions stay as rows that are over, so that none of their ids begins again; they tell of nobody any more. */
function closeAccount(tx: Tx, user: { id: number; email: string }, now: Instant): string[] {
  const ended = tx
    .update(sessions)
    .set({ userId: null, revokedAt: now, token: null, device: null, postalCode: null, promotionOffer: null })
    .where(eq(sessions.userId, user.id))
    .returning({ idHash: sessions.idHash })
    .all()
  clearAttempts(tx, user.email)
  forgetRewards(tx, user.id)
  const hashes = ended.map(({ idHash }) => idHash)
  tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.sessionHash, hashes)).run() // kept answers tell names
  tx.delete(users).where(eq(users.id, user.id)).run()
  return hashes
}
