import { and, desc, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type BoughtGiftCard, isOpenOrder, type Order, orders } from '#db/schema/index.ts'
import { isMember } from '../accounts/members.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { type BundleInOrder, bundleCents, bundlesOf } from '../orders/bundles.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { type CartOwner, findCart, isGuestCart, isUserCart } from '../orders/open-order.ts'
import { hasNewPrice } from '../orders/price-change.ts'
import { type PricedOrder, pricedOrder } from '../orders/priced-order.ts'
import { lineCents, looseUnits, type Totals } from '../pricing/total.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'
import type { OrderTerms } from '../shop-settings/terms.ts'
import { availableByOffer } from '../stock/stock.ts'
import type { VisitorKey } from '../web/env.ts'

const unitsOf = (orderId: SQL) => sql<number>`(
  select coalesce(sum(quantity), 0) from order_lines where order_id = ${orderId}) + (
  select count(*) from bought_gift_cards where order_id = ${orderId})`

const quantitiesOf = (orderId: SQL) => sql<string>`(
  select json_group_object(offers.token, order_lines.quantity - order_lines.bundled_quantity)
  from order_lines join offers on offers.id = order_lines.offer_id
  where order_id = ${orderId} and order_lines.quantity > order_lines.bundled_quantity)`

const snapshotColumns = {
  id: orders.id,
  version: orders.version,
  units: unitsOf(sql`orders.id`),
  quantities: quantitiesOf(sql`orders.id`),
}

const statements = oncePerDatabase((db) => ({
  guestSnapshot: db.select(snapshotColumns).from(orders).where(isGuestCart).prepare(),
  userSnapshot: db.select(snapshotColumns).from(orders).where(isUserCart).orderBy(desc(orders.id)).prepare(),
  // SQLite runs a cross join in the written order. With an inner join it starts from every open cart in the shop.
  ofGuests: db
    .select({ owner: sql<string>`listed.value`, id: orders.id, version: orders.version })
    .from(sql`json_each(${sql.placeholder('sessionHashes')}) as listed`)
    .crossJoin(orders)
    .where(
      and(
        sql`${orders.sessionHash} = listed.value`,
        isNull(orders.userId),
        isNull(orders.membershipId),
        isOpenOrder,
      ),
    )
    .prepare(),
  ofUsers: db
    .select({
      owner: sql<number>`listed.value`,
      id: sql<number>`max(${orders.id})`,
      version: orders.version, // SQLite takes bare columns from the row that holds the max()
    })
    .from(sql`json_each(${sql.placeholder('userIds')}) as listed`)
    .crossJoin(orders)
    .where(and(sql`${orders.userId} = listed.value`, isNull(orders.membershipId), isOpenOrder))
    .groupBy(sql`listed.value`)
    .prepare(),
}))

/** `version` changes with every change to the cart. */
export type CartSnapshot = {
  version: string
  units: number
  quantities: string
}

export const NO_CART: CartSnapshot = { version: '', units: 0, quantities: '{}' }

/** Every page reads it, so it is a single statement. */
export function cartSnapshot(db: Db, { sessionHash, user }: VisitorKey) {
  const { guestSnapshot, userSnapshot } = statements(db)
  const row = user ? userSnapshot.get({ userId: user.id }) : guestSnapshot.get({ sessionHash })
  return row ? { version: versionOf(row), units: row.units, quantities: row.quantities } : NO_CART
}

/** A version never repeats, not even across carts. */
const versionOf = ({ id, version }: { id: number; version: number }) => `${id}.${version}`

export function cartVersions(db: Db, owners: VisitorKey[]): Map<string, string> {
  const { ofGuests, ofUsers } = statements(db)
  const sessionHashes = JSON.stringify(owners.flatMap(({ user, sessionHash }) => (user ? [] : sessionHash)))
  const userIds = JSON.stringify(owners.flatMap(({ user }) => user?.id ?? []))
  const guests = ofGuests.all({ sessionHashes }).map((cart) => [cart.owner, versionOf(cart)] as const)
  const users = ofUsers.all({ userIds }).map((cart) => [cart.owner, versionOf(cart)] as const)
  const found = new Map<string | number, string>([...guests, ...users])
  return new Map(
    owners.flatMap(({ sessionHash, user }): [string, string][] => {
      const version = found.get(user?.id ?? sessionHash)
      return version === undefined ? [] : [[sessionHash, version]]
    }),
  )
}

/** A line, with units of bundles in its quantity. */
export type CartItem = OrderItem & {
  available: number
  totalCents: number
  /** What changed since it was added. A change is always shown before it is charged. */
  change: { kind: 'price' } | { kind: 'stock'; left: number; isElsewhere: boolean } | OffSale
}

export type CartBundle = BundleInOrder & {
  totalCents: number
  items: (BundleInOrder['items'][number] & { available: number })[]
}

export type CartContents = {
  order: Order | null
  items: CartItem[]
  /** Gift cards that are bought with it. */
  boughtCards: BoughtGiftCard[]
  /** What was bought one by one, as the cart shows and changes it. */
  loose: CartItem[]
  bundles: CartBundle[]
  itemCount: number
  totals: Totals
  /** Priced as a member's box. */
  member: boolean
  terms: OrderTerms
  /** Before delivery is estimated. */
  priced: PricedOrder | null
}

const EMPTY: Totals = {
  itemsCents: 0,
  promotionsCents: 0,
  rewardsCents: 0,
  shippingCents: 0,
  taxCents: 0,
  giftCents: 0,
  creditCents: 0,
  boughtCardsCents: 0,
  totalCents: 0,
}

const NO_CONTENTS: Omit<CartContents, 'terms'> = {
  order: null,
  items: [],
  boughtCards: [],
  loose: [],
  bundles: [],
  itemCount: 0,
  totals: EMPTY,
  member: false,
  priced: null,
}

export function cartContents(db: Db, owner: CartOwner, now: Instant): CartContents {
  const order = findCart(db, owner)
  if (!order) return { ...NO_CONTENTS, terms: orderTerms(db) }
  const priced = pricedOrder(db, order, now)
  const { items: lines } = priced
  const fcId = order.fcId ?? centerFor(db, owner.postalCode)
  const offerIds = lines.map((line) => line.offerId)
  const inCenter = availableByOffer(db, offerIds, fcId, now, order.id)
  const anywhere = fcId === null ? inCenter : availableByOffer(db, offerIds, null, now, order.id)
  const mayBuyEarly = lines.every(({ earlyUntil }) => earlyUntil === null) || isMember(db, order.userId)
  const items = lines.map((line) =>
    toCartItem(
      line,
      offSale(line, mayBuyEarly),
      inCenter.get(line.offerId) ?? 0,
      anywhere.get(line.offerId) ?? 0,
    ),
  )
  return {
    order,
    items,
    boughtCards: priced.extras.boughtCards,
    loose: items.filter((item) => looseUnits(item) > 0).map(toLoose),
    bundles: bundlesIn(db, order.id, items),
    itemCount: sumUnits(items) + priced.extras.boughtCards.length,
    totals: priced.totals,
    member: priced.facts.member,
    terms: priced.facts.terms,
    priced,
  }
}

export function cartLines(db: Db, owner: CartOwner): OrderItem[] {
  const order = findCart(db, owner)
  return order ? itemsOf(db, order.id) : []
}

export const sumUnits = (items: Pick<OrderItem, 'quantity'>[]) =>
  items.reduce((sum, item) => sum + item.quantity, 0)

type OffSale = { kind: 'withdrawn' } | { kind: 'members_only' } | null

/** `readiness` refuses these. */
function offSale({ hidden, earlyUntil }: OrderItem, mayBuyEarly: boolean): OffSale {
  if (hidden) return { kind: 'withdrawn' }
  return earlyUntil !== null && !mayBuyEarly ? { kind: 'members_only' } : null
}

function toCartItem(line: OrderItem, off: OffSale, available: number, anywhere: number): CartItem {
  return {
    ...line,
    available: off ? 0 : available,
    totalCents: lineCents(line),
    change: off ?? changeOf(line, available, anywhere),
  }
}

/** Bundles keep their units first: what is short, is short of what was bought one by one. */
const toLoose = (item: CartItem): CartItem => ({
  ...item,
  quantity: looseUnits(item),
  available: Math.max(0, item.available - item.bundledQuantity),
  maxQuantity: item.maxQuantity - item.bundledQuantity,
  totalCents: item.totalCents - item.bundledCents,
  change:
    item.change?.kind === 'stock'
      ? { ...item.change, left: Math.max(0, item.change.left - item.bundledQuantity) }
      : item.change,
})

function bundlesIn(db: Db, orderId: number, items: CartItem[]): CartBundle[] {
  if (items.every(({ bundledQuantity }) => bundledQuantity === 0)) return []
  const left = new Map(items.map(({ offerId, available }) => [offerId, available]))
  return bundlesOf(db, orderId).map((bundle) => ({
    ...bundle,
    totalCents: bundleCents(bundle),
    items: bundle.items.map((item) => {
      const available = Math.max(0, left.get(item.offerId) ?? 0)
      left.set(item.offerId, available - item.quantity)
      return { ...item, available }
    }),
  }))
}

function changeOf(line: OrderItem, available: number, anywhere: number): CartItem['change'] {
  if (available < line.quantity) return { kind: 'stock', left: available, isElsewhere: anywhere > available }
  if (hasNewPrice(line)) return { kind: 'price' }
  return null
}
