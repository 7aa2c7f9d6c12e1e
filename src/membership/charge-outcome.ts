import type { DurableTx } from '#db/client.ts'
import type { MembershipBox, Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { factOf, type Refusal } from '../orders/readiness.ts'
import type { Confirmation } from '../payments/confirm.ts'
import { nextTryAt, UNKNOWN_MS } from './box-moments.ts'
import { boxById, updateBox } from './boxes.ts'
import { MOVED_NOTICE_MS, moveBox, orderOfBox, skipGone, type Tended } from './move-box.ts'
import { announceBox } from './notices.ts'
import { membershipById } from './refusals.ts'

export type Outcome =
  | Confirmation
  /** Nothing is known, or nothing was tried: the next round asks again. */
  | { outcome: 'unknown' }
  /** The provider is busy. Its one intent makes a second try harmless, so it comes soon. */
  | { outcome: 'too_fast' }
  | { outcome: 'no_card' }
  | { outcome: 'above_reminder' }

export function recordOutcome(tx: DurableTx, boxId: number, outcome: Outcome, now: Instant) {
  const box = boxById(tx, boxId)
  if (box.state !== 'planned') return // settled meanwhile
  switch (outcome.outcome) {
    case 'paid':
    case 'pending':
    case 'refunding':
    case 'unknown':
      return
    case 'too_fast':
      return tryNextRound(tx, box, now)
    case 'challenge':
      return stopTrying(tx, box, 'authentication', now)
    case 'no_card':
      return stopTrying(tx, box, 'no_card', now)
    case 'above_reminder':
      return skipDearer(tx, box, now)
    case 'declined':
      return recordDecline(tx, box, outcome.advice, now)
    case 'refused':
      return recordRefusal(tx, box, outcome.refusal, now)
  }
}

/** Nothing was charged, and nothing is wrong with the box: another server changed its order, or calls were too many. */
function tryNextRound(tx: DurableTx, { id }: MembershipBox, now: Instant) {
  updateBox(tx, id, { waitUntil: now }, now)
}

function recordDecline(
  tx: DurableTx,
  box: MembershipBox,
  advice: (Confirmation & { outcome: 'declined' })['advice'],
  now: Instant,
) {
  if (advice === 'authenticate') return stopTrying(tx, box, 'authentication', now)
  if (advice === 'never') return stopTrying(tx, box, 'hard_decline', now)
  const order = reopened(tx, box, now)
  const tries = box.tries + 1
  const again = nextTryAt({ tries, firstTriedAt: box.firstTriedAt }, now, order)
  updateBox(tx, box.id, { tries, trouble: 'declined', waitUntil: again ?? order.lockAt ?? now }, now)
  if (tries === 1)
    announceBox(
      tx,
      box,
      { kind: 'declined', totalCents: order.totalCents ?? box.remindedCents ?? 0, againAt: again },
      now,
    )
}

/** Only the member can go on: with another card, or by paying in person. */
function stopTrying(
  tx: DurableTx,
  box: MembershipBox,
  trouble: 'hard_decline' | 'authentication' | 'no_card',
  now: Instant,
) {
  const order = reopened(tx, box, now)
  const isNew = box.trouble !== trouble
  const stopped = { tries: box.tries + 1, trouble, waitUntil: order.lockAt ?? now, cardWarnedAt: now }
  updateBox(tx, box.id, stopped, now)
  if (isNew) announceBox(tx, box, { kind: trouble, totalCents: box.remindedCents ?? 0 }, now)
}

/** Its holds are free for others until the next try. The intent stays, so that the box has one. */
function reopened(tx: DurableTx, box: MembershipBox, now: Instant): Order {
  const order = orderOfBox(tx, box)
  changeOpenOrder(tx, order, now)
  return order
}

function recordRefusal(tx: DurableTx, box: MembershipBox, refusal: Refusal, now: Instant) {
  const order = reopened(tx, box, now)
  const membership = membershipById(tx, box.membershipId)
  const tended = { membership, box, order, now }
  switch (refusal.code) {
    case 'order_placed':
    case 'order_joined':
      return // the next round sees what became of it
    case 'not_completable':
      return tryNextRound(tx, box, now)
    case 'sold_out':
    case 'reward':
    case 'price_changed':
    case 'too_many_declines':
      return void updateBox(tx, box.id, { waitUntil: now + UNKNOWN_MS }, now)
    case 'card_unusable':
    case 'payment_required':
      return stopTrying(tx, box, 'hard_decline', now)
    case 'date_unavailable':
      return void leaveClosedDay(tx, tended)
    default: // another card wouldn't help
      return void skipGone(tx, box, [factOf(refusal)], now)
  }
}

/** To another day once: a box that finds every day closed is skipped, with one mail and not one a day. */
function leaveClosedDay(tx: DurableTx, tended: Tended) {
  const { box, now } = tended
  const isMoved =
    !box.moved && moveBox(tx, tended, { earliestChargeAt: now + MOVED_NOTICE_MS, set: { moved: true } })
  if (!isMoved) return skipGone(tx, box, ["We couldn't find a delivery day for it."], now)
  announceBox(tx, box, { kind: 'day_closed', totalCents: box.remindedCents ?? 0 }, now)
}

/** What the reminder said is the most. A box that costs more now isn't sent. */
function skipDearer(tx: DurableTx, box: MembershipBox, now: Instant) {
  reopened(tx, box, now)
  skipGone(tx, box, ["It would have cost more than we told you, so we didn't send it."], now)
}
