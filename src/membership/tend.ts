import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type MembershipBox, membershipBoxes, memberships, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isOutwardHeld } from '../jobs/outward.ts'
import { orderById } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import { endOfRound, inRound } from '../payments/rounds.ts'
import type { Services } from '../services.ts'
import { attemptBox } from './attempt-box.ts'
import { chargeAt, chargeOf, FIRST_REMINDER_MS, LAST_REMINDER_MS, momentsOfBox } from './box-moments.ts'
import { boxById, NOTICE_MS, planNextBox } from './boxes.ts'
import { goOn } from './changes.ts'
import { chargeBox } from './charge.ts'
import { closeBox } from './end-box.ts'
import { failBox, isUnreminded, mayTryCard, moveUnreminded } from './move-box.ts'
import { planningPace, tendingPace } from './pace.ts'
import { membershipById } from './refusals.ts'
import { remind } from './remind.ts'
import { nextYearlyReminderAt, remindYearly } from './remind-yearly.ts'
import { retryRenewed, warnOfCard } from './watch-card.ts'

/**
 * The round that keeps memberships going. A box is found by its state and dates alone, however late the round is, and
 * each step is a transaction that checks the box again, so a restart or a second process repeats nothing.
 */
export async function tendMemberships(services: Services) {
  const { db, clock } = services
  if (isOutwardHeld(db)) return
  const until = endOfRound(services)
  await resumePaused(services)
  await retryRenewed(services)
  const boxes = dueBoxes(db, clock.now()).map(({ id }) => ({ boxId: id }))
  await inRound(
    services,
    boxes,
    ({ boxId }) => attemptBox(services, { boxId }, () => tendBox(services, boxId)),
    {
      until,
      ...tendingPace(services.config),
    },
  )
  await planBoxes(services, until)
  await remindYearly(services)
}

async function resumePaused(services: Services) {
  const { db, clock, random } = services
  const now = clock.now()
  const isOver = and(sql`${memberships.state} = 'paused'`, lte(memberships.pausedUntil, now))
  const over = db.select({ id: memberships.id }).from(memberships).where(isOver).all()
  const resume = (id: number) =>
    durably(db, (tx) => {
      const isStill = tx
        .select()
        .from(memberships)
        .where(and(eq(memberships.id, id), isOver))
        .get()
      if (isStill) goOn(tx, id, { random, now })
    })
  for (const { id } of over) await attemptBox(services, { membershipId: id }, () => resume(id))
}

/** Days before they matter, so with the time that the boxes that are due have left. */
async function planBoxes(services: Services, until: Instant) {
  const { db, clock, random, config } = services
  const plan = (membershipId: number) =>
    durably(db, (tx) => {
      planNextBox(tx, membershipById(tx, membershipId), { random, now: clock.now() })
    })
  const waiting = unplanned(db).map(({ id }) => ({ membershipId: id }))
  await inRound(
    services,
    waiting,
    ({ membershipId }) => attemptBox(services, { membershipId }, () => plan(membershipId)),
    { until, ...planningPace(config) },
  )
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

/** Those that `tendIn` does something about: most planned boxes only wait. */
const dueBoxes = (db: Db, now: Instant) =>
  db
    .select({ id: membershipBoxes.id })
    .from(membershipBoxes)
    .innerJoin(memberships, eq(memberships.id, membershipBoxes.membershipId))
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .where(and(isTended, lte(membershipBoxes.waitUntil, now), isDue(now)))
    .orderBy(orders.lockAt)
    .all()

const isDue = (now: Instant) =>
  or(
    lte(chargeAt, now),
    eq(orders.state, 'expired'),
    and(lte(chargeAt, now + LAST_REMINDER_MS), isNull(membershipBoxes.lastRemindedAt)),
    and(lte(chargeAt, now + FIRST_REMINDER_MS), isNull(membershipBoxes.firstRemindedAt)),
    and(lte(chargeAt, now + NOTICE_MS), isNull(orders.pricesHeldAt)),
    and(isNull(membershipBoxes.cardWarnedAt), hasNoCard),
  )

/** The card was removed, and the account has no other. One that expires is seen with the reminders. */
const hasNoCard = sql`${memberships.cardId} is null
  and not exists (select 1 from stored_cards where order_id = ${memberships.firstOrderId})
  and not exists (select 1 from stored_cards where user_id = ${memberships.userId})`

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
  const yearly = nextYearlyReminderAt(db)
  const ahead = [...planned, ...resumed, ...(yearly === null ? [] : [yearly])].filter(
    (at) => at > now && Number.isFinite(at),
  )
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
  if (isUnreminded(box, order, now)) return moveUnreminded(tx, { membership, box, order, now }) // after days of downtime
  if (now >= charge) return mayTryCard(tx, box, order, now)
  warnOfCard(tx, { membership, box, order, now })
  remind(tx, { membership, box, order, now })
  return false
}

/** Somebody ended its order. The next period's box follows. */
function endUnasked(tx: DurableTx, box: MembershipBox, now: Instant): false {
  closeBox(tx, box, 'skipped', now)
  return false
}
