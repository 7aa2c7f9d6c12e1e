import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  type Order,
  offers,
  orderLines,
  orders,
} from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { deliveryZone, plannedDayFor } from '../delivery/calendar-facts.ts'
import { ADDRESS_COLUMNS } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import { pickColumns } from '../orders/pick-columns.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import type { Random } from '../tokens.ts'
import { addFreeItem } from './free-item.ts'
import { type BoxDay, nextBoxDay } from './rhythm.ts'

/** A price increase is announced this long before the charge, so no box is planned later than that. */
export const NOTICE_MS = 8 * DAY_MS

export type Planning = { random: Random; now: Instant }

/** The first order is number 1. Each later period has one row, even if two processes plan it. */
const FIRST_NUMBER = 2

/**
 * Makes the next box of an active membership: an open order with the lines of the last one. @returns null when there is
 * one already, or no day to bring it
 */
export function planNextBox(tx: Tx, membership: Membership, planning: Planning): MembershipBox | null {
  if (membership.state !== 'active' || plannedBox(tx, membership.id)) return null
  const last = lastBox(tx, membership.id)
  const model = modelOrder(tx, membership)
  const from = last?.rhythmOn ?? model.arrivalOn
  const when =
    from &&
    nextBoxDay(from, membership.renewPeriodType, judgeFor(tx, model, planning.now), planning.now + NOTICE_MS)
  if (!when) return null
  const number = (last?.number ?? FIRST_NUMBER - 1) + 1
  const box = tx
    .insert(membershipBoxes)
    .values({
      membershipId: membership.id,
      number,
      rhythmOn: when.rhythmOn,
      createdAt: planning.now,
      updatedAt: planning.now,
    })
    .onConflictDoNothing()
    .returning()
    .get()
  if (!box) return null
  const orderId = copyOrder(tx, membership, model, when, planning)
  addFreeItem(tx, membership, orderById(tx, orderId), planning.now)
  return updateBox(tx, box.id, { orderId }, planning.now)
}

export const judgeFor = (db: Db, order: Order, now: Instant) => {
  const zip = order.deliveryPostalCode ?? ''
  const zone = deliveryZone(db, zip)
  return (date: Parameters<typeof plannedDayFor>[1]['date']) =>
    plannedDayFor(db, { zip, zone, now, date, exceptOrderId: order.id })
}

/** The newest box with items, whether it was skipped or placed, else the first order. */
export function modelOrder(db: Db, membership: Membership): Order {
  const newest = db
    .select({ order: orders })
    .from(membershipBoxes)
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(membershipBoxes.membershipId, membership.id), isNotNull(orders.deliveryStreet1)))
    .orderBy(desc(membershipBoxes.number))
    .limit(1)
    .get()
  return newest?.order ?? orderById(db, membership.firstOrderId)
}

function copyOrder(
  tx: Tx,
  membership: Membership,
  model: Order,
  { day }: BoxDay,
  { random, now }: Planning,
): number {
  const zone = deliveryZone(tx, model.deliveryPostalCode ?? '')
  if (!zone.served) throw new Error(`the box of membership ${membership.id} has a day but no center`)
  const { id } = tx
    .insert(orders)
    .values({
      ...pickColumns(model, COPIED),
      token: random.token(),
      identifier: `DW-${random.readable(8)}`,
      state: 'addressed',
      userId: membership.userId,
      membershipId: membership.id,
      recurring: true,
      renewPeriodType: membership.renewPeriodType,
      transitDays: zone.transitDays,
      arrivalOn: day.date,
      ...deliveryColumns(zone.fc.id, day),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: orders.id })
    .get()
  copyLines(tx, model.id, id, now)
  return id
}

const COPIED = [
  'email',
  'termsAcceptedAt',
  ...ADDRESS_COLUMNS,
  'addressVerifiedAt',
  'addressStatus',
  'postalCodeDelayAccepted',
] as const satisfies (keyof Order)[]

/** At today's prices. */
function copyLines(tx: Tx, fromId: number, orderId: number, addedAt: Instant) {
  const lines = tx
    .select({
      offerId: orderLines.offerId,
      quantity: orderLines.quantity,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(eq(orderLines.orderId, fromId))
    .orderBy(orderLines.addedAt, orderLines.id)
    .all()
  for (const line of lines)
    tx.insert(orderLines)
      .values({ ...line, orderId, addedAt })
      .run()
}

export const plannedBox = (db: Db, membershipId: number): MembershipBox | null =>
  db
    .select()
    .from(membershipBoxes)
    .where(and(eq(membershipBoxes.membershipId, membershipId), sql`${membershipBoxes.state} = 'planned'`))
    .get() ?? null

export const lastBox = (db: Db, membershipId: number): MembershipBox | null =>
  db
    .select()
    .from(membershipBoxes)
    .where(eq(membershipBoxes.membershipId, membershipId))
    .orderBy(desc(membershipBoxes.number))
    .limit(1)
    .get() ?? null

export const boxOfOrder = (db: Db, orderId: number): MembershipBox | null =>
  db.select().from(membershipBoxes).where(eq(membershipBoxes.orderId, orderId)).get() ?? null

export const boxById = (db: Db, id: number): MembershipBox => {
  const box = db.select().from(membershipBoxes).where(eq(membershipBoxes.id, id)).get()
  if (!box) throw new Error(`box ${id} is gone`)
  return box
}

export const updateBox = (tx: Tx, id: number, set: Partial<MembershipBox>, now: Instant): MembershipBox => {
  const box = tx
    .update(membershipBoxes)
    .set({ ...set, updatedAt: now })
    .where(eq(membershipBoxes.id, id))
    .returning()
    .get()
  if (!box) throw new Error(`box ${id} is gone`)
  return box
}
