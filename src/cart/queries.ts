import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, type Order, offers, orderLines, orders, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { currentTotals } from '../pricing/facts.ts'
import type { Totals } from '../pricing/total.ts'
import { availableOf } from '../stock/stock.ts'

/** Whose cart it is: the account's when signed in, else this browser session's. */
export type CartOwner = { sessionHash: string; user: { id: number } | null; postalCode: string | null }

const isOpen = sql`${orders.state} in ('cart', 'addressed', 'payment_pending')`

const unitsWhere = (db: Db, condition: SQL) =>
  db
    .select({ units: sql<number>`coalesce(sum(${orderLines.quantity}), 0)` })
    .from(orderLines)
    .where(condition)
    .prepare()

const statements = oncePerDatabase((db) => ({
  ofGuest: db
    .select()
    .from(orders)
    .where(and(eq(orders.sessionHash, sql.placeholder('sessionHash')), isNull(orders.userId), isOpen))
    .prepare(),
  ofUser: db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, sql.placeholder('userId')), isOpen))
    .orderBy(desc(orders.id))
    .limit(1)
    .prepare(),
  units: unitsWhere(db, eq(orderLines.orderId, sql.placeholder('orderId'))),
  unitsOfGuest: unitsWhere(
    db,
    sql`${orderLines.orderId} = (select id from orders
      where session_hash = ${sql.placeholder('sessionHash')} and user_id is null and ${isOpen})`,
  ),
  unitsOfUser: unitsWhere(
    db,
    sql`${orderLines.orderId} = (select id from orders
      where user_id = ${sql.placeholder('userId')} and ${isOpen} order by id desc limit 1)`,
  ),
  lines: db
    .select({
      id: orderLines.id,
      offerId: orderLines.offerId,
      quantity: orderLines.quantity,
      seenPriceCents: orderLines.priceCents,
      priceCents: offers.priceCents,
      token: offers.token,
      label: offers.label,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      slug: varieties.slug,
      name: varieties.name,
      pictures: varieties.pictures,
      farm: farms.name,
      hidden: varieties.hidden,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .orderBy(orderLines.addedAt, orderLines.id)
    .prepare(),
}))

/** The visitor's open cart, or null before the first add. */
export function findCart(db: Db, owner: CartOwner): Order | null {
  const { ofGuest, ofUser } = statements(db)
  const cart = owner.user
    ? ofUser.get({ userId: owner.user.id })
    : ofGuest.get({ sessionHash: owner.sessionHash })
  return cart ?? null
}

/** Every page asks for it, so it is one statement. */
export function cartItemCount(db: Db, { sessionHash, user }: CartOwner): number {
  const { unitsOfGuest, unitsOfUser } = statements(db)
  const row = user ? unitsOfUser.get({ userId: user.id }) : unitsOfGuest.get({ sessionHash })
  return row?.units ?? 0
}

export const unitsIn = (db: Db, orderId: number) => statements(db).units.get({ orderId })?.units ?? 0

export type OrderItem = ReturnType<typeof itemsOf>[number]

/** An order's lines with what a person wants to see of them. */
export const itemsOf = (db: Db, orderId: number) => statements(db).lines.all({ orderId })

/** A cart line as shown: the price now, the one seen before, and how many could be had. */
export type CartItem = OrderItem & {
  available: number
  totalCents: number
  /** What changed since it was added: shown, never silently charged. */
  change: { kind: 'price'; fromCents: number } | { kind: 'stock'; left: number; isElsewhere: boolean } | null
}

export type CartContents = { order: Order | null; items: CartItem[]; itemCount: number; totals: Totals }

const EMPTY: Totals = {
  itemsCents: 0,
  promotionsCents: 0,
  rewardsCents: 0,
  shippingCents: 0,
  taxCents: 0,
  giftCents: 0,
  totalCents: 0,
}

/** Everything the cart page shows. An order without lines is as empty as none. */
export function cartContents(db: Db, owner: CartOwner, now: Instant): CartContents {
  const order = findCart(db, owner)
  if (!order) return { order: null, items: [], itemCount: 0, totals: EMPTY }
  const lines = itemsOf(db, order.id)
  const fcId = order.fcId ?? centerFor(db, owner.postalCode)
  const offerIds = lines.map((line) => line.offerId)
  const here = availableOf(db, offerIds, fcId, now, order.id)
  const anywhere = fcId === null ? here : availableOf(db, offerIds, null, now, order.id)
  const items = lines.map((line) =>
    toCartItem(line, here.get(line.offerId) ?? 0, anywhere.get(line.offerId) ?? 0),
  )
  return { order, items, itemCount: sumUnits(items), totals: currentTotals(db, order, now) }
}

/** The center that packs for a postal code; null when unknown or not served. */
export function centerFor(db: Db, postalCode: string | null): number | null {
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  return zone?.served ? zone.fc.id : null
}

const sumUnits = (items: CartItem[]) => items.reduce((sum, item) => sum + item.quantity, 0)

function toCartItem(line: OrderItem, available: number, anywhere: number): CartItem {
  return {
    ...line,
    available,
    totalCents: line.priceCents * line.quantity,
    change: changeOf(line, available, anywhere),
  }
}

function changeOf(line: OrderItem, available: number, anywhere: number): CartItem['change'] {
  if (available < line.quantity) return { kind: 'stock', left: available, isElsewhere: anywhere > available }
  if (line.priceCents !== line.seenPriceCents) return { kind: 'price', fromCents: line.seenPriceCents }
  return null
}
