import type { Db } from '#db/client.ts'
import type { StoredCard } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isExpired, payingCards } from '../payments/account-cards.ts'
import { cardsOf } from '../payments/cards.ts'

/** A card as the page of its account shows it. */
export type CardFacts = Pick<StoredCard, 'id' | 'brand' | 'last4' | 'isDefault'> & {
  /** '09/2029'; null where the provider does not tell. */
  expires: string | null
  isExpired: boolean
  /** Another of the account's cards reads the same: only their expiry tells them apart. */
  hasLookalike: boolean
}

/** @param among the account's cards */
export const cardFacts = (card: StoredCard, among: StoredCard[], now: Instant): CardFacts => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  isDefault: card.isDefault,
  expires:
    card.expMonth === null || card.expYear === null
      ? null
      : `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
  isExpired: isExpired(card, now),
  hasLookalike: among.some((other) => other.id !== card.id && looksLike(other, card)),
})

/** A card in the list of its account's. */
export type AccountCard = CardFacts & {
  /** Recurring boxes are charged to it. */
  paysRecurring: boolean
}

export function accountCards(db: Db, userId: number, now: Instant): AccountCard[] {
  const paying = payingCards(db, userId, now)
  return cardsOf(db, userId).map((card, _, all) => ({
    ...cardFacts(card, all, now),
    paysRecurring: paying.has(card.id),
  }))
}

const looksLike = (one: StoredCard, other: StoredCard) =>
  one.brand === other.brand && one.last4 === other.last4
