import { eq, sum } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims } from '#db/schema/index.ts'
import { orderShares } from './refund-order.ts'

/**
 * What may still be given for a box: refunds and credit together are at most what was paid. Null while a bank decides
 * about its money.
 */
export function leftToGive(db: Db, orderId: number): number | null {
  const { isDecided, cardCents, giftCents } = orderShares(db, orderId)
  return isDecided ? Math.max(0, cardCents + giftCents - creditGiven(db, orderId)) : null
}

/** In cents, by the answers to its claims. */
export const creditGiven = (db: Db, orderId: number): number =>
  db
    .select({ cents: sum(claims.creditCents).mapWith(Number) })
    .from(claims)
    .where(eq(claims.orderId, orderId))
    .get()?.cents ?? 0
