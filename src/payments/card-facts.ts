import type { Db } from '#db/client.ts'
import type { StoredCard } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isExpired, payingCards } from './account-cards.ts'
import { cardsOf } from './cards.ts'

export type CardFacts = Pick<StoredCard, 'id' | 'brand' | 'last4' | 'isDefault'> & {
  /** '09/2029' */
  expires: string | null
  isExpired: boolean
  /** Only the expiry tells it from another of the account's cards. */
  hasLookalike: boolean
}

export const cardFacts = (card: StoredCard, accountCards: StoredCard[], now: Instant): CardFacts => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  isDefault: card.isDefault,
  expires:
    card.expMonth === null || card.expYear === null
      ? null
      : `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
  isExpired: isExpired(card, now),
  hasLookalike: accountCards.some((other) => other.id !== card.id && looksLike(other, card)),
})

export type AccountCard = CardFacts & { paysRecurring: boolean }

export function accountCards(db: Db, userId: number, now: Instant): AccountCard[] {
  const paying = payingCards(db, userId, now)
  return cardsOf(db, userId).map((card, _, all) => ({
    ...cardFacts(card, all, now),
    paysRecurring: paying.has(card.id),
  }))
}

const looksLike = (a: StoredCard, b: StoredCard) => a.brand === b.brand && a.last4 === b.last4
