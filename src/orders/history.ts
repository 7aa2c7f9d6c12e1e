import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
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
  return { pages, orders: rows.map((order) => toEntry(db, order)) }
}

export type HistoryEntry = ReturnType<typeof toEntry>

const toEntry = (db: Db, order: Order) => ({
  token: order.token,
  identifier: order.identifier,
  state: order.state,
  placedAt: order.placedAt ?? order.createdAt,
  arrivesOn: order.arrivalOn,
  isCardsOnly: isCardsOnly(order),
  totalCents: order.totalCents ?? 0,
  lines: [...shownLines(db, order.id, itemsOf(db, order.id)), ...boughtCardsOf(db, order.id).map(cardFacts)],
})
