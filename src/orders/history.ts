import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { boughtCardsOfAll } from '../pricing/bought-cards.ts'
import { returnedBeforeCents } from '../pricing/placed-price.ts'
import { arrivalFactsOfAll } from './arrival-facts.ts'
import { itemsOf } from './items.ts'
import { cardFacts } from './placed.ts'
import { shownLines } from './shown-lines.ts'
import { isCardsOnly } from './states.ts'

export const ORDERS_PER_PAGE = 10

const statements = oncePerDatabase((db) => {
  const placed = and(eq(orders.userId, sql.placeholder('userId')), isNotNull(orders.placedAt))
  return {
    page: db
      .select()
      .from(orders)
      .where(placed)
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(ORDERS_PER_PAGE)
      .offset(sql.placeholder('offset'))
      .prepare(),
    count: db.select({ count: sql<number>`count(*)` }).from(orders).where(placed).prepare(),
  }
})

export function orderHistory(db: Db, userId: number, page: number) {
  const { page: pageStatement, count } = statements(db)
  const pages = Math.max(1, Math.ceil((count.get({ userId })?.count ?? 0) / ORDERS_PER_PAGE))
  const rows = pageStatement.all({ userId, offset: (page - 1) * ORDERS_PER_PAGE })
  const arrivals = arrivalFactsOfAll(db, rows)
  const cards = boughtCardsOfAll(
    db,
    rows.map(({ id }) => id),
  )
  const entries = rows.map((order) => ({
    ...toEntry(order),
    /** Null for gift cards alone. */
    arrival: arrivals.get(order.id) ?? null,
    lines: [
      ...shownLines(db, order.id, itemsOf(db, order.id)),
      ...cards.filter(({ orderId }) => orderId === order.id).map(cardFacts),
    ],
  }))
  return { pages, orders: entries }
}

export type HistoryEntry = ReturnType<typeof orderHistory>['orders'][number]

const toEntry = (order: Order) => ({
  token: order.token,
  identifier: order.identifier,
  state: order.state,
  placedAt: order.placedAt ?? order.createdAt,
  isCardsOnly: isCardsOnly(order),
  /** By card and by gift card together, as on the order's own page. */
  paidCents: (order.totalCents ?? 0) + (order.giftCents ?? 0) - Math.max(0, returnedBeforeCents(order)),
})
