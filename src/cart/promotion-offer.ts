import type { Db } from '#db/client.ts'
import type { Order, Promotion } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isPricedAsMember } from '../pricing/facts.ts'
import { findPromotion, promotionOf, promotionRefusal } from '../pricing/promotions.ts'
import { promotionWords } from '../pricing/sentences.ts'

type Offered = { user: { id: number; email: string } | null; promotionOffer: string | null }

/**
 * The promotion that the visitor's address brought along (CAT-7). Null where there is none, where
 * the order has one already, and where it would be refused at checkout whatever was put in.
 */
export function offeredPromotion(
  db: Db,
  order: Order | null,
  { user, promotionOffer }: Offered,
  now: Instant,
): Promotion | null {
  const promotion = promotionOffer === null ? null : findPromotion(db, promotionOffer)
  if (!promotion || (order && promotionOf(db, order.id))) return null
  const asIfFull = {
    id: order?.id ?? 0,
    userId: order?.userId ?? user?.id ?? null,
    email: order?.email ?? user?.email ?? null,
    itemsCents: Number.POSITIVE_INFINITY,
    deliveryStreet1: order?.deliveryStreet1 ?? null,
    deliveryStreet2: order?.deliveryStreet2 ?? null,
    deliveryPostalCode: order?.deliveryPostalCode ?? null,
    member: order !== null && isPricedAsMember(order),
    holds: () => true,
  }
  return promotionRefusal(db, promotion, asIfFull, now) ? null : promotion
}

/** What the box says of it. */
export const offeredSentence = (promotion: Promotion): string =>
  `${promotion.code}: ${promotionWords(promotion)}. It will be offered at checkout.`
