import { and, eq, isNull } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type DraftOrder, type Order, orders } from '#db/schema/index.ts'
import { ensureSession } from '../accounts/session.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { paths } from '../paths.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'
import { draftOf } from './drafts.ts'
import { orderByToken } from './orders.ts'

/** Taking a link back raises its number, so that the key of the one before opens nothing. */
const keyOf = (
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  { token }: Order,
  { linkNumber }: DraftOrder,
) => hmac(deriveKey(sessionSecret, 'draft-payment'), `${token} ${linkNumber}`).toString('base64url')

export const draftLinkUrl = (config: Config, order: Order, draft: DraftOrder): string =>
  config.appUrl + paths.payForDraft(order.token, { key: keyOf(config, order, draft) })

/** Null for a wrong key. */
export function draftByKey(db: Db, config: Config, token: string, key: string) {
  const order = orderByToken(db, token)
  const draft = order && draftOf(db, order.id)
  if (!order || !draft) return null
  return isSame(Buffer.from(keyOf(config, order, draft)), Buffer.from(key)) ? { order, draft } : null
}

/** A guest's draft opens in the browser that used the link last: they may begin on the phone and pay at the desk. */
export const openDraftHere = (db: Db, orderId: number, sessionHash: string, now: Instant): Promise<void> =>
  durably(db, (tx) => {
    ensureSession(tx, sessionHash, now)
    tx.update(orders)
      .set({ sessionHash })
      .where(and(eq(orders.id, orderId), isNull(orders.userId), isNull(orders.placedAt)))
      .run()
  })
