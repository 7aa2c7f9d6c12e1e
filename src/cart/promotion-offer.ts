import type { Db } from '#db/client.ts'
import type { Order, Promotion } from '#db/schema/index.ts'
import { isMember } from '../accounts/members.ts'
import type { Instant } from '../day.ts'
import { isPricedAsMember } from '../pricing/members.ts'
import { findPromotion, promotionOf, promotionRefusal } from '../pricing/promotions.ts'
import { promotionDescription } from '../pricing/sentences.ts'

type OfferedVisitor = { user: { id: number; email: string } | null; promotionOffer: string | null }

/** The promotion in the visitor's URL (CAT-7), unless checkout would refuse it no matter what the box holds. */
export function offeredPromotion(
  db: Db,
  order: Order | null,
  { user, promotionOffer }: OfferedVisitor,
  now: Instant,
): Promotion | null {
  const promotion = promotionOffer === null ? null : findPromotion(db, promotionOffer)
  if (!promotion || (order && promotionOf(db, order.id))) return null
  const fullOrder = {
    id: order?.id ?? 0,
    userId: order?.userId ?? user?.id ?? null,
    email: order?.email ?? user?.email ?? null,
    itemsCents: Number.POSITIVE_INFINITY,
    deliveryStreet1: order?.deliveryStreet1 ?? null,
    deliveryStreet2: order?.deliveryStreet2 ?? null,
    deliveryPostalCode: order?.deliveryPostalCode ?? null,
    deliveryPhone: order?.deliveryPhone ?? null,
    member: order ? isPricedAsMember(db, order) : isMember(db, user?.id ?? null),
    hasOffer: () => true,
  }
  return promotionRefusal(db, promotion, fullOrder, now) ? null : promotion
}

export const offeredSentence = (promotion: Promotion): string =>
  `${promotion.code}: ${promotionDescription(promotion)}. You can apply it at checkout.`
