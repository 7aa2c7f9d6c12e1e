import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  memberships,
  type Order,
  orders,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isOutwardHeld } from '../jobs/outward.ts'
import { orderById } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import { inRound } from '../payments/rounds.ts'
import type { Services } from '../services.ts'
import { chargeOf, LATEST_REMINDER_MS, momentsOfBox } from './box-moments.ts'
import { boxById, NOTICE_MS, planNextBox } from './boxes.ts'
import { chargeBox } from './charge.ts'
import { closeBox } from './end-box.ts'
import { failBox, moveBox } from './move-box.ts'
import { membershipById } from './refusals.ts'
import { remind } from './remind.ts'
import { retryRenewed, warnOfCard } from './watch-card.ts'

/**
 * The round that keeps memberships going. A box is found by its state and dates alone, however late the round is, and
 * each step is a transaction that checks the box again, so a restart or a second process repeats nothing.
 */
export async function tendMemberships(services: Services) {
  const { db, clock } = services
  if (isOutwardHeld(db)) return
  await resumePaused(services)
  await retryRenewed(services)
  await planBoxes(services)
  await inRound(services, dueBoxes(db, clock.now()), async ({ id }) => {
    try {
      await tendBox(services, id)
    } catch (error) {
      // A bug with one box must not keep the others from theirs.
      services.log.error({ err: error, boxId: id }, "a membership's box could not be tended")
    }
  })
  await planBoxes(services)
}

async function resumePaused({ db, clock }: Services) {
  const now = clock.now()
  const isOver = and(sql`${memberships.state} = 'paused'`, lte(memberships.pausedUntil, now))
  const over = db.select({ id: memberships.id }).from(memberships).where(isOver).all()
  for (const { id } of over)
    await durably(db, (tx) => {
      tx.update(memberships)
        .set({ state: 'active', pausedUntil: null, updatedAt: now })
        .where(and(eq(memberships.id, id), isOver))
        .run()
    })
}

async function planBoxes({ db, clock, random }: Services) {
  for (const { id } of unplanned(db)) {
    await durably(db, (tx) => {
      planNextBox(tx, membershipById(tx, id), { random, now: clock.now() })
    })
  }
}

const unplanned = (db: Db) =>
  db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        sql`${memberships.state} = 'active'`,
        sql`not exists (select 1 from membership_boxes box where box.membership_id = ${memberships.id} and box.state = 'planned')`,
      ),
    )
    .all()

const isTended = and(sql`${membershipBoxes.state} = 'planned'`, sql`${memberships.state} = 'active'`)

const dueBoxes = (db: Db, now: Instant) =>
  db
    .select({ id: membershipBoxes.id })
    .from(membershipBoxes)
    .innerJoin(memberships, eq(memberships.id, membershipBoxes.membershipId))
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .where(
      and(
        isTended,
        lte(membershipBoxes.waitUntil, now),
        lte(orders.chargeAt, now + NOTICE_MS + LATEST_REMINDER_MS),
      ),
    )
    .orderBy(orders.lockAt)
    .all()

/** When the next planned box needs something; for a clock that is moved forward. */
export function nextMembershipAt(db: Db, now: Instant): Instant | null {
  const planned = db
    .select({ box: membershipBoxes, order: orders })
    .from(membershipBoxes)
    .innerJoin(memberships, eq(memberships.id, membershipBoxes.membershipId))
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .where(isTended)
    .all()
    .flatMap(({ box, order }) => momentsOfBox(box, order, NOTICE_MS))
  const resumed = db
    .select({ at: memberships.pausedUntil })
    .from(memberships)
    .where(and(sql`${memberships.state} = 'paused'`, isNotNull(memberships.pausedUntil)))
    .all()
    .flatMap(({ at }) => at ?? [])
  const ahead = [...planned, ...resumed].filter((at) => at > now && Number.isFinite(at))
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** All that is due of one box. */
export async function tendBox(services: Services, boxId: number) {
  const { db, clock } = services
  const isChargeDue = await durably(db, (tx) => tendIn(tx, boxId, clock.now()))
  if (isChargeDue) await chargeBox(services, boxId)
}

/** @returns whether the card is to be tried now */
function tendIn(tx: DurableTx, boxId: number, now: Instant): boolean {
  const box = boxById(tx, boxId)
  const membership = membershipById(tx, box.membershipId)
  if (box.state !== 'planned' || membership.state !== 'active' || box.orderId === null || box.waitUntil > now)
    return false
  const order = orderById(tx, box.orderId)
  if (order.state === 'expired') return endUnasked(tx, box, now)
  if (!isOpen(order.state) || order.paymentInFlightAt !== null) return false
  const charge = chargeOf(order)
  if (box.tries > 0 && now >= (order.lockAt ?? 0)) return failBox(tx, { membership, box, order, now })
  if (now >= charge - LATEST_REMINDER_MS && box.lastRemindedAt === null)
    return moveUnreminded(tx, membership, box, order, now)
  if (now >= charge) return true
  warnOfCard(tx, { membership, box, order, now })
  remind(tx, { membership, box, order, now })
  return false
}

/** Somebody ended its order. The next period's box follows. */
function endUnasked(tx: DurableTx, box: MembershipBox, now: Instant): false {
  closeBox(tx, box, 'skipped', now)
  return false
}

/** The shop was down for days: a charge without its reminder waits for a later day. */
function moveUnreminded(
  tx: DurableTx,
  membership: Membership,
  box: MembershipBox,
  order: Order,
  now: Instant,
): false {
  const fresh = { firstRemindedAt: null, lastRemindedAt: null, remindedCents: null }
  moveBox(tx, { membership, box, order, now }, { earliestChargeAt: now + NOTICE_MS, set: fresh })
  return false
}
