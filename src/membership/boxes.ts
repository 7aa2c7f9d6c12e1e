import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  type Order,
  type OrderLine,
  offers,
  orderLines,
  orders,
  varieties,
  type WantedLine,
} from '#db/schema/index.ts'
import { earlyUntil } from '../catalog/early-until.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { deliveryZone, plannedDayFor } from '../delivery/calendar-facts.ts'
import { newIdentifier } from '../orders/identifier.ts'
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
  const model = modelOf(tx, membership)
  const from = last?.rhythmOn ?? model.order.arrivalOn
  const when =
    from &&
    nextBoxDay(
      from,
      membership.renewPeriodType,
      judgeFor(tx, model.order, planning.now),
      planning.now + NOTICE_MS,
    )
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

type Model = { order: Order; wanted: WantedLine[] | null }

/** The newest box with items, whether it was skipped or placed, else the first order. */
const modelOf = (db: Db, { id, firstOrderId }: Membership): Model =>
  statements(db).model.get({ membershipId: id }) ?? { order: orderById(db, firstOrderId), wanted: null }

export const modelOrder = (db: Db, membership: Membership): Order => modelOf(db, membership).order

function copyOrder(
  tx: Tx,
  membership: Membership,
  { order: model, wanted }: Model,
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
      identifier: newIdentifier(random),
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
  if (wanted)
    addLines(
      tx,
      id,
      wanted.flatMap((line) => offerToday(tx, line)),
      now,
    )
  else addLines(tx, id, statements(tx).linesToday.all({ orderId: model.id }), now)
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
function addLines(
  tx: Tx,
  orderId: number,
  lines: Pick<OrderLine, 'offerId' | 'quantity' | 'priceCents' | 'poundCents'>[],
  addedAt: Instant,
) {
  for (const line of lines)
    tx.insert(orderLines)
      .values({ ...line, orderId, addedAt })
      .run()
}

/** None if it isn't sold anymore. */
const offerToday = (db: Db, { offerId, quantity }: WantedLine) =>
  db
    .select({ offerId: offers.id, priceCents: offers.priceCents, poundCents: offers.poundCents })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(offers.id, offerId), sql`not (${varieties.hidden} and ${earlyUntil} is null)`))
    .all()
    .map((offer) => ({ ...offer, quantity }))

export const plannedBox = (db: Db, membershipId: number): MembershipBox | null =>
  statements(db).planned.get({ membershipId }) ?? null

export const lastBox = (db: Db, membershipId: number): MembershipBox | null =>
  statements(db).last.get({ membershipId }) ?? null

export const boxOfOrder = (db: Db, orderId: number): MembershipBox | null =>
  statements(db).ofOrder.get({ orderId }) ?? null

/** Null for one that was dropped when the skipped box before it came back. */
export const findBox = (db: Db, id: number): MembershipBox | null => statements(db).byId.get({ id }) ?? null

export const boxById = (db: Db, id: number): MembershipBox => {
  const box = findBox(db, id)
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

const { placeholder } = sql

const hasItems = or(
  isNotNull(membershipBoxes.wanted),
  sql`exists (select 1 from order_lines where order_id = ${orders.id})`,
)

/** A round asks these for each of thousands of boxes, and building their SQL took most of its time. */
const statements = oncePerDatabase((db) => {
  const boxes = () => db.select().from(membershipBoxes)
  const ofMembership = eq(membershipBoxes.membershipId, placeholder('membershipId'))
  return {
    model: db
      .select({ order: orders, wanted: membershipBoxes.wanted })
      .from(membershipBoxes)
      .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
      .where(and(ofMembership, isNotNull(orders.deliveryStreet1), hasItems))
      .orderBy(desc(membershipBoxes.number))
      .prepare(),
    linesToday: db
      .select({
        offerId: orderLines.offerId,
        quantity: orderLines.quantity,
        priceCents: offers.priceCents,
        poundCents: offers.poundCents,
      })
      .from(orderLines)
      .innerJoin(offers, eq(offers.id, orderLines.offerId))
      .where(eq(orderLines.orderId, placeholder('orderId')))
      .orderBy(orderLines.addedAt, orderLines.id)
      .prepare(),
    planned: boxes()
      .where(and(ofMembership, sql`${membershipBoxes.state} = 'planned'`))
      .prepare(),
    last: boxes().where(ofMembership).orderBy(desc(membershipBoxes.number)).prepare(),
    ofOrder: boxes()
      .where(eq(membershipBoxes.orderId, placeholder('orderId')))
      .prepare(),
    byId: boxes()
      .where(eq(membershipBoxes.id, placeholder('id')))
      .prepare(),
  }
})
