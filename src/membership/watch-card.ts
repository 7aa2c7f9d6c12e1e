import { and, eq, inArray } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Membership, type MembershipBox, membershipBoxes } from '#db/schema/index.ts'
import { isExpired } from '../payments/account-cards.ts'
import { keptCardName } from '../payments/card-name.ts'
import type { Services } from '../services.ts'
import { attemptBox } from './attempt-box.ts'
import { chargeOf } from './box-moments.ts'
import { boxById, updateBox } from './boxes.ts'
import { cardOf } from './charge.ts'
import type { Tended } from './move-box.ts'
import { announceBox } from './notices.ts'
import { membershipById } from './refusals.ts'
import { totalOf } from './totals.ts'

/** Told once a box, before its charge, so that there is time for another card. */
export function warnOfCard(tx: DurableTx, { membership, box, order, now }: Tended) {
  if (box.cardWarnedAt !== null) return
  const card = cardOf(tx, membership)
  if (card && !isExpired(card, chargeOf(order))) return
  const dueCents = totalOf(tx, order.id, now)
  if (dueCents === 0) return // credit pays for it
  updateBox(tx, box.id, { cardWarnedAt: now }, now)
  const totalCents = box.remindedCents ?? dueCents
  const kind = card ? 'card_expires' : 'no_card'
  announceBox(tx, box, { kind, totalCents, ...(card && { card: keptCardName(card) }) }, now)
}

/** A box that waits for another card is tried again once there is one, or the bank renewed the old one. */
export async function retryRenewed(services: Services) {
  const { db, clock } = services
  const retry = async (waiting: MembershipBox) => {
    if (!isRenewed(db, waiting)) return
    await durably(db, (tx) => {
      const box = boxById(tx, waiting.id)
      if (isRenewed(tx, box)) updateBox(tx, box.id, { trouble: null, waitUntil: 0 }, clock.now())
    })
  }
  for (const box of waiting(db)) await attemptBox(services, { boxId: box.id }, () => retry(box))
}

const waiting = (db: Db): MembershipBox[] =>
  db
    .select()
    .from(membershipBoxes)
    .where(
      and(
        eq(membershipBoxes.state, 'planned'),
        inArray(membershipBoxes.trouble, ['hard_decline', 'no_card']),
      ),
    )
    .all()

/** A declined card must have been saved again since, or it would be tried forever. */
function isRenewed(db: Db, box: MembershipBox): boolean {
  const { membershipId, state, trouble, cardWarnedAt, updatedAt } = box
  if (state !== 'planned' || (trouble !== 'hard_decline' && trouble !== 'no_card')) return false
  const membership: Membership = membershipById(db, membershipId)
  const card = membership.state === 'active' ? cardOf(db, membership) : null
  return card !== null && (trouble === 'no_card' || card.keptAt > (cardWarnedAt ?? updatedAt))
}
