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

/**
 * The one way from a token in an address to an order: through its owner. A signed-in shopper owns by account, a
 * guest by the browser session that made it. Somebody else's order is as unknown as none.
 */
export function visitorOrder(db: Db, visitor: VisitorKey, token: unknown): Order | null {
  if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null
  const order = statements(db).byToken.get({ token })
  return order && isOwnedBy(order, visitor) ? order : null
}

/** By account once the order has one; a guest's order has none, and no account is not equal to no account. */
function isOwnedBy(order: Order, { user, sessionHash }: VisitorKey): boolean {
  if (order.userId !== null) return user !== null && user.id === order.userId
  return order.sessionHash !== null && order.sessionHash === sessionHash
}

/** For our own work on an order whose ownership is not in question: jobs, webhooks, transactions. */
export const orderById = (db: Db, id: number): Order => {
  const order = statements(db).byId.get({ id })
  if (!order) throw new Error(`order ${id} is gone`)
  return order
}

export const orderByToken = (db: Db, token: string): Order | null =>
  statements(db).byToken.get({ token }) ?? null

/**
 * A placed order that a guest's mailed receipt opens. Once an account has it, the account's owner shows it; and of one
 * whose account was closed a mail tells nobody any more.
 */
export const isGuests = (order: Order): boolean =>
  order.userId === null && order.personReleasedAt === null && isPlaced(order.state)

/** What a browser's guest placed last. */
export const latestGuestOrder = (db: Db, sessionHash: string): Order | null =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.sessionHash, sessionHash), isNull(orders.userId), isNotNull(orders.placedAt)))
    .orderBy(desc(orders.placedAt))
    .limit(1)
    .get() ?? null

/** Orders no longer know which of these browsers made them; their accounts and mailed links lead to them as before. */
export const forgetBrowsers = (tx: Tx, sessionHashes: string[]) =>
  void tx.update(orders).set({ sessionHash: null }).where(inArray(orders.sessionHash, sessionHashes)).run()
