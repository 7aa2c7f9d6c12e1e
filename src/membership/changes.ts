import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Membership, type MembershipBox, memberships } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { endAgreementIn } from '../orders/agreement.ts'
import { orderById } from '../orders/orders.ts'
import { findCard } from '../payments/account-cards.ts'
import { mailMembershipBegun } from './begun-mail.tsx'
import { lastBox, type Planning, planNextBox, plannedBox, updateBox } from './boxes.ts'
import { closeBox, setMembership } from './end-box.ts'
import { renewConsent } from './frequency.ts'
import { bringBack } from './move-box.ts'
import { type MembershipChange, membershipById, OK, problemOf, refusal } from './refusals.ts'

/** No boxes, charges or member prices until it is resumed. Pausing it again only changes until when. */
export const pauseMembership = (
  db: Db,
  id: number,
  until: Instant | null,
  now: Instant,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return refusal('canceled')
    const box = plannedBox(tx, id)
    if (box && problemOf(tx, box, now) === 'being_paid') return refusal('being_paid')
    if (box) closeBox(tx, box, 'canceled', now)
    setMembership(tx, id, { state: 'paused', pausedUntil: until }, now)
    return OK
  })

export const resumeMembership = (db: Db, id: number, planning: Planning): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return refusal('canceled')
    if (membership.state === 'active') return OK
    goOn(tx, id, planning)
    return OK
  })

/** After a pause: by its member, or on the day that they chose. */
export function goOn(tx: DurableTx, id: number, planning: Planning) {
  setMembership(tx, id, { state: 'active', pausedUntil: null, failedInRow: 0 }, planning.now)
  const box = lastBox(tx, id)
  if (box && canComeBack(tx, box, planning.now)) bringBack(tx, membershipById(tx, id), box, planning.now)
  else planNextBox(tx, membershipById(tx, id), planning)
}

/** It was only set aside, and its day is still ahead. */
function canComeBack(db: Db, { state, orderId }: MembershipBox, now: Instant): boolean {
  if (state !== 'canceled' || orderId === null) return false
  const order = orderById(db, orderId)
  return order.state === 'expired' && now < (order.lockAt ?? 0)
}

/** Withdraws the consent with its email, at once. Boxes that are paid still come. */
export const cancelMembership = (
  db: Db,
  id: number,
  reason: string,
  now: Instant,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return OK
    const box = plannedBox(tx, id)
    if (box && problemOf(tx, box, now) === 'being_paid') return refusal('being_paid')
    if (box) closeBox(tx, box, 'canceled', now)
    endAgreementIn(tx, orderById(tx, membership.firstOrderId), now)
    tx.update(memberships)
      .set({ cancelReason: reason || null })
      .where(eq(memberships.id, id))
      .run()
    return OK
  })

/** Until the box that was canceled with it would have locked. It's a new consent in the words of the old one. */
export const undoCancel = (db: Db, id: number, planning: Planning): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const { now } = planning
    const membership = membershipById(tx, id)
    if (membership.state !== 'canceled') return OK
    if (!canUndoCancel(tx, membership, now)) return refusal('nothing_to_undo')
    renewConsent(tx, membership, membership.renewPeriodType, now)
    setMembership(tx, id, { state: 'active', canceledAt: null, cancelReason: null }, now)
    const box = lastBox(tx, id)
    if (box?.state === 'canceled') bringBack(tx, membershipById(tx, id), box, now)
    const key = `mail_membership_begun:${id}:${now}`
    enqueue(tx, mailMembershipBegun, { membershipId: id, at: now }, { key, now })
    return OK
  })

export function canUndoCancel(db: Db, { id, state, canceledAt }: Membership, now: Instant): boolean {
  const box = lastBox(db, id)
  return state === 'canceled' && box?.updatedAt === canceledAt && canComeBack(db, box, now)
}

export const chooseWhenGone = (
  db: Db,
  id: number,
  whenGone: Membership['whenGone'],
  now: Instant,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    if (membershipById(tx, id).state === 'canceled') return refusal('canceled')
    setMembership(tx, id, { whenGone }, now)
    return OK
  })

/** A box that waits for another card is tried with it in the next round. */
export const chooseCard = (
  db: Db,
  { id, userId }: Membership,
  cardId: string,
  now: Instant,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    if (membershipById(tx, id).state === 'canceled') return refusal('canceled')
    const card = userId === null ? null : findCard(tx, userId, cardId)
    if (!card) return refusal('unknown')
    setMembership(tx, id, { cardId: card.id }, now)
    const box = plannedBox(tx, id)
    if (box?.trouble) updateBox(tx, box.id, { trouble: null, waitUntil: 0 }, now)
    if (box?.cardWarnedAt) updateBox(tx, box.id, { cardWarnedAt: null }, now)
    return OK
  })
