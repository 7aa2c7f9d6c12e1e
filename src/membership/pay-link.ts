import { and, eq, isNull } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type MembershipBox, type Order, orders } from '#db/schema/index.ts'
import { ensureSession } from '../accounts/session.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { orderByToken } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import { paths } from '../paths.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'
import { boxOfOrder } from './boxes.ts'

/** Members sign in. A guest's link proves itself, until the cut-off of this box on this day. */
export const payUrl = (config: Config, order: Order): string =>
  config.appUrl +
  (order.userId === null
    ? paths.payForBox(order.token, { key: keyOf(config, order) })
    : paths.checkout(order.token))

const keyOf = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, { token, lockAt }: Order): string =>
  hmac(deriveKey(sessionSecret, 'box-payment'), `${token} ${lockAt}`).toString('base64url')

export type PayableBox = { order: Order; box: MembershipBox; isOver: boolean }

/** Null for a wrong key. Over: it was paid, or its deadline has passed. */
export function payableBox(
  db: Db,
  config: Config,
  { token, key, now }: { token: string; key: string; now: Instant },
): PayableBox | null {
  const order = orderByToken(db, token)
  const box = order && boxOfOrder(db, order.id)
  if (!order || !box || order.userId !== null) return null
  if (!isSame(Buffer.from(keyOf(config, order)), Buffer.from(key))) return null
  const isOver = box.state !== 'planned' || !isOpen(order.state) || now >= (order.lockAt ?? 0)
  return { order, box, isOver }
}

/** The browser that uses the link first may pay. @returns false if another one did */
export const openForPayment = (
  db: Db,
  orderId: number,
  sessionHash: string,
  now: Instant,
): Promise<boolean> =>
  durably(db, (tx) => {
    ensureSession(tx, sessionHash, now)
    tx.update(orders)
      .set({ sessionHash })
      .where(and(eq(orders.id, orderId), isNull(orders.sessionHash)))
      .run()
    const order = tx.select().from(orders).where(eq(orders.id, orderId)).get()
    return order?.sessionHash === sessionHash
  })
