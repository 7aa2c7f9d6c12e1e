import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims, giftCards, orders } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { codeOf } from './credit-code.ts'

export type StoreCredit = { code: string; leftCents: number; givenCents: number; identifier: string }

/** What we gave an account for boxes that went wrong, newest first, and what is left of it. */
export const storeCreditOf = (
  db: Db,
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  userId: number,
): StoreCredit[] =>
  db
    .select({
      claimId: claims.id,
      leftCents: giftCards.balanceCents,
      givenCents: claims.creditCents,
      identifier: orders.identifier,
    })
    .from(claims)
    .innerJoin(giftCards, eq(giftCards.id, claims.giftCardId))
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(claims.id))
    .all()
    .map(({ claimId, ...credit }) => ({ ...credit, code: codeOf(sessionSecret, claimId) }))
