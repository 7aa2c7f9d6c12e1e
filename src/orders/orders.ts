import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import type { VisitorKey } from '../web/env.ts'
import { isPlaced } from './states.ts'

const statements = oncePerDatabase((db) => ({
  byToken: db
    .select()
    .from(orders)
    .where(eq(orders.token, sql.placeholder('token')))
    .prepare(),
  byId: db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
}))

/** The only way from a token in a URL to an order. Another visitor's order looks like one that does not exist. */
export function visitorOrder(db: Db, visitor: VisitorKey, token: unknown): Order | null {
  if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null
  const order = statements(db).byToken.get({ token })
  return order && isOwnedBy(order, visitor) ? order : null
}

/** A guest has no account, and a null account must never match an order without one. */
export function isOwnedBy(order: Order, { user, sessionHash }: VisitorKey): boolean {
  if (order.userId !== null) return user !== null && user.id === order.userId
  return order.sessionHash !== null && order.sessionHash === sessionHash
}

/** For jobs, webhooks and transactions, which have no visitor to check. */
export const orderById = (db: Db, id: number): Order => {
  const order = statements(db).byId.get({ id })
  if (!order) throw new Error(`order ${id} is gone`)
  return order
}

export const orderByToken = (db: Db, token: string): Order | null =>
  statements(db).byToken.get({ token }) ?? null

/** A receipt link stops working once an account owns the order, or its person was erased. */
export const isOpenedByReceiptLink = (order: Order): boolean =>
  order.userId === null && order.personReleasedAt === null && isPlaced(order.state)

export const latestGuestOrder = (db: Db, sessionHash: string): Order | null =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.sessionHash, sessionHash), isNull(orders.userId), isNotNull(orders.placedAt)))
    .orderBy(desc(orders.placedAt))
    .limit(1)
    .get() ?? null

/** Accounts and emailed links still lead to these orders. */
export const forgetBrowsers = (tx: Tx, sessionHashes: string[]) =>
  void tx.update(orders).set({ sessionHash: null }).where(inArray(orders.sessionHash, sessionHashes)).run()
