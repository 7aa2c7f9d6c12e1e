import { limitsOf } from '../../pricing/promotion-desk.ts'
import { iso } from '../../privacy/iso.ts'
import { versionOf } from '../../tokens.ts'
import type { DeskPromotion, PromotionUse } from './lists.ts'

export const promotionJson = ({ promotion, code, what, state, discountCents }: DeskPromotion) => ({
  id: promotion.id,
  code,
  what,
  kind: promotion.kind,
  state,
  minimum_cents: promotion.minimumCents,
  use_limit: promotion.useLimit,
  customer_limit: promotion.customerLimit,
  used: promotion.usedCount,
  discount_cents: discountCents,
  starts_at: iso(promotion.startsAt),
  ends_at: iso(promotion.endsAt),
  version: versionOf(limitsOf(promotion)),
})

export const useJson = ({ token, identifier, state, usedAt, discountCents, totalCents }: PromotionUse) => ({
  token,
  identifier,
  state,
  used_at: iso(usedAt),
  discount_cents: discountCents,
  total_cents: totalCents,
})
