import type { Db } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import type { SavedCard } from '#islands/checkout/props.ts'
import type { Instant } from '../../day.ts'
import { cardFacts } from '../../payments/card-facts.ts'
import { keptCardName } from '../../payments/card-name.ts'
import { cardsOf } from '../../payments/cards.ts'

/** The cards that can pay, the default first. */
export function savedCardsFor(db: Db, user: User | null, now: Instant): SavedCard[] {
  if (!user) return []
  return cardsOf(db, user.id)
    .map((card, _, all) => cardFacts(card, all, now))
    .filter(({ isExpired }) => !isExpired)
    .map((card) => ({ id: String(card.id), name: keptCardName(card), expires: card.expires }))
}
