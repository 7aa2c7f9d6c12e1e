import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Membership, type Order, offers, orderLines, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { buyerOf } from '../orders/readiness.ts'
import { shortageSentence } from '../orders/rules.ts'
import { shortagesOf } from '../stock/stock.ts'

/** About items that can't be supplied, in sentences for the mail; `skip`: the member wants none of it. */
export type Gone = {
  skip: boolean
  /** For a box that isn't sent. */
  soldOut: string[]
  /** What was done about each, for a box that is sent. */
  done: string[]
}

/** By the member's choice, and in the transaction that prepares the charge. */
export function replaceGone(tx: Tx, membership: Membership, order: Order, fcId: number, now: Instant): Gone {
  const short = shortItems(tx, order, fcId, now)
  if (short.length === 0) return { skip: false, soldOut: [], done: [] }
  const soldOut = short.map(({ item, available }) => shortageSentence(item.name, available))
  if (membership.whenGone === 'skip') return { skip: true, soldOut, done: [] }
  const done = short.map(({ item, available }) => {
    lowerLine(tx, item, available)
    const swap =
      membership.whenGone === 'swap'
        ? substitute(tx, order, fcId, item, item.quantity - available, now)
        : null
    if (!swap) return `${item.name} is sold out, so we left ${available === 0 ? 'it' : 'some of it'} out.`
    addLine(tx, order.id, swap, item.quantity - available, now)
    return `${item.name} is sold out, so you get ${swap.name} from ${swap.farm} for the same price or less.`
  })
  return { skip: itemsOf(tx, order.id).length === 0, soldOut, done }
}

type Short = { item: OrderItem; available: number }

function shortItems(db: Db, order: Order, fcId: number, now: Instant): Short[] {
  const items = itemsOf(db, order.id)
  const shortages = shortagesOf(db, buyerOf(order, fcId), items, now)
  return items.flatMap((item) => {
    if (item.hidden) return [{ item, available: 0 }]
    const shortage = shortages.find(({ offerId }) => offerId === item.offerId)
    return shortage ? [{ item, available: shortage.available }] : []
  })
}

function lowerLine(tx: Tx, item: OrderItem, quantity: number) {
  const isLine = eq(orderLines.id, item.id)
  if (quantity === 0) tx.delete(orderLines).where(isLine).run()
  else tx.update(orderLines).set({ quantity }).where(isLine).run()
}

type Substitute = {
  offerId: number
  name: string
  farm: string
  priceCents: number
  poundCents: number | null
}

/** The same cut from another farm, the best one that isn't dearer. Sold by the pound only for what is. */
export function substitute(
  db: Db,
  order: Order,
  fcId: number,
  item: OrderItem,
  quantity: number,
  now: Instant,
): Substitute | null {
  const own = db
    .select({ cut: varieties.cut, animal: varieties.animal, farmId: varieties.farmId })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.id, item.offerId))
    .get()
  if (!own?.cut) return null
  const taken = new Set(itemsOf(db, order.id).map(({ offerId }) => offerId))
  const candidates = db
    .select({
      offerId: offers.id,
      name: varieties.name,
      farm: sql<string>`(select name from farms where id = ${varieties.farmId})`,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      maxQuantity: offers.maxQuantity,
      minQuantity: offers.minQuantity,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(
      and(
        eq(varieties.hidden, false),
        eq(varieties.animal, own.animal),
        eq(varieties.cut, own.cut),
        ne(varieties.farmId, own.farmId),
        lte(offers.priceCents, Math.min(item.priceCents, item.seenPriceCents)),
        sql`(${offers.poundCents} is null) = ${item.poundCents === null ? 1 : 0}`,
      ),
    )
    .orderBy(sql`${offers.priceCents} desc`, offers.id)
    .all()
  return (
    candidates.find(
      ({ offerId, maxQuantity, minQuantity }) =>
        !taken.has(offerId) &&
        quantity >= minQuantity &&
        quantity <= maxQuantity &&
        shortagesOf(db, buyerOf(order, fcId), [{ offerId, quantity }], now).length === 0,
    ) ?? null
  )
}

const addLine = (
  tx: Tx,
  orderId: number,
  { offerId, priceCents, poundCents }: Substitute,
  quantity: number,
  addedAt: Instant,
) => void tx.insert(orderLines).values({ orderId, offerId, quantity, priceCents, poundCents, addedAt }).run()
