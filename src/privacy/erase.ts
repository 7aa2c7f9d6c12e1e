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
import { deleteInvitationsTo } from '../accounts/invitations.tsx'
import { deleteLinksTo } from '../accounts/mailed-links.ts'
import { clearAttempts } from '../accounts/password-attempts.ts'
import { hasRole } from '../accounts/roles.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { eraseRecipient, releasePersonFromOrders } from '../orders/erase.ts'
import { releasePersonFromCards } from '../payments/account-card-jobs.ts'
import { cancelOpenIntents, hasOpenIntent } from '../payments/cancel-open.ts'
import { forfeitStoreCredit } from '../pricing/gift-ledger.ts'
import { forgetInvitationsTo, forgetReferrals } from '../referrals/forget.ts'
import { forgetRewards } from '../rewards/forget.ts'
import type { Services } from '../services.ts'
import { turnOffAllTexts } from '../texts/subscriptions.ts'
import { eraseLater } from './erase-later.ts'
import { mergedInto, ownersOf, type Person } from './person.ts'

type Obstacle = 'money_under_way' | 'back_office' | 'merged'

/** `More`: further reasons from the caller's `settle`. */
export type Erasure<More = never> = { ok: true } | { ok: false; reason: Obstacle | More }

/**
 * Orders stay for the books, without personal data (orders/erase.ts). Consents stay as proof.
 * @param settle runs in the same transaction; returns a reason to refuse
 */
export async function erasePerson<More = never>(
  services: Services,
  person: Person,
  settle: (tx: DurableTx) => More | null = () => null,
): Promise<Erasure<More>> {
  const { db, clock, random } = services
  const now = clock.now()
  const obstacle = refusalFor(db, person)
  if (obstacle === null || obstacle === 'money_under_way')
    for (const whose of ownersOf(db, person)) await cancelOpenIntents(services, whose)
  const outcome = await durably(db, (tx): Erasure<More> & { ended?: string[] } => {
    const refusal = refusalFor(tx, person) ?? settle(tx)
    if (refusal !== null) return { ok: false, reason: refusal }
    if (person.user && !userById(tx, person.user.id)) return { ok: true } // a parallel request erased it
    const owners = ownersOf(tx, person)
    for (const whose of owners) {
      releasePersonFromCards(tx, whose, now)
      for (const later of releasePersonFromOrders(tx, whose, now)) eraseLater(tx, later, now)
    }
    const email = person.user?.email ?? person.email
    if (email !== null) sendFarewell(tx, { random, now }, { kind: 'account_closed', email })
    for (const whose of owners) if (whose.email !== null) deleteDataUnder(tx, whose.email)
    return { ok: true, ended: person.user ? closeAccount(tx, person.user, now) : [] }
  })
  for (const sessionHash of outcome.ended ?? []) announceSessionEnded(services, sessionHash)
  return outcome
}

/** Staff accounts stay until the shop removes their roles, so that staff actions remain attributable. */
function refusalFor(db: Db, person: Person): Obstacle | null {
  if (person.user && hasRole(db, person.user.id)) return 'back_office'
  // What the person had is in the other account, so erasing this empty row would only seem to erase it.
  if (person.user && person.user.mergedIntoId !== null) return 'merged'
  return ownersOf(db, person).some((whose) => hasOpenIntent(db, whose)) ? 'money_under_way' : null
}

function deleteDataUnder(tx: Tx, email: string) {
  tx.delete(waitListEntries).where(eq(waitListEntries.email, email)).run()
  tx.delete(corporateGiftingContacts).where(eq(corporateGiftingContacts.email, email)).run()
  eraseRecipient(tx, email)
  forgetInvitationsTo(tx, email)
  deleteLinksTo(tx, email)
  deleteInvitationsTo(tx, email)
}

/** Sessions stay as anonymous rows, so that their ids can never start over; those of accounts merged into it, too. */
function closeAccount(tx: DurableTx, user: { id: number; email: string }, now: Instant): string[] {
  const ids = [user, ...mergedInto(tx, user)].map(({ id }) => id)
  const ended = tx
    .update(sessions)
    .set({ userId: null, revokedAt: now, token: null, device: null, postalCode: null, promotionOffer: null })
    .where(inArray(sessions.userId, ids))
    .returning({ idHash: sessions.idHash })
    .all()
  clearAttempts(tx, user.email)
  turnOffAllTexts(tx, user.id, now)
  forgetRewards(tx, user.id)
  for (const id of ids) forfeitStoreCredit(tx, id, now)
  forgetReferrals(tx, user, now)
  const hashes = ended.map(({ idHash }) => idHash)
  // Stored responses contain names.
  tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.sessionHash, hashes)).run()
  tx.delete(users).where(eq(users.id, user.id)).run()
  return hashes
}
