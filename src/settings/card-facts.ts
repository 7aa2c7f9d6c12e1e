import type { StoredCard } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isExpired } from '../payments/account-cards.ts'

/** A card as the page of its account shows it. */
export type CardFacts = Pick<StoredCard, 'id' | 'brand' | 'last4' | 'isDefault'> & {
  /** '09/2029'; null where the provider does not tell. */
  expires: string | null
  isExpired: boolean
}

export const cardFacts = (card: StoredCard, now: Instant): CardFacts => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  isDefault: card.isDefault,
  expires:
    card.expMonth === null || card.expYear === null
      ? null
      : `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
  isExpired: isExpired(card, now),
})
