import type { Order, User } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { zoneOf } from '../orders/placed.ts'
import { upgradeConsentText } from '../orders/recurring-consent.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { type CardFacts, cardFacts } from '../payments/card-facts.ts'
import { cardsOf, storedCardOf } from '../payments/cards.ts'
import { paidCents, returnedBeforeCents } from '../pricing/placed-price.ts'
import type { GiftChoice } from '../pricing/reward-wallet.ts'
import type { Services } from '../services.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'
import { chargeOf } from './box-moments.ts'
import { freeItemChoices } from './free-item.ts'
import { firstBoxDays, memberPrice } from './upgrade-quote.ts'

export type UpgradeFacts = {
  order: { token: string; identifier: string; paidCents: number }
  items: OrderItem[]
  priceCents: number
  /** When the first box would come, be charged and stop changing, by frequency. */
  first: { period: RenewPeriod; arrivalOn: Day; chargeAt: Instant; lockAt: Instant }[]
  /** None has expired. */
  cards: CardFacts[]
  /** The card that paid, if it is kept, else the default. */
  cardId: number | null
  /** To choose from for the boxes to come. */
  freeItems: GiftChoice[]
  consentText: string
  zone: string
}

/** @param user whose cards can be chosen */
export function upgradeFacts({ db, clock, config }: Services, order: Order, user: User | null): UpgradeFacts {
  const now = clock.now()
  const cards = user
    ? cardsOf(db, user.id)
        .map((card, _, all) => cardFacts(card, all, now))
        .filter(({ isExpired }) => !isExpired)
    : []
  const paidWith = user ? storedCardOf(db, order) : null
  return {
    order: { token: order.token, identifier: order.identifier, paidCents: boxPriceCents(order) },
    items: itemsOf(db, order.id),
    priceCents: memberPrice(db, order),
    first: firstBoxDays(db, order, now).map(({ period, day }) => ({
      period,
      arrivalOn: day.date,
      chargeAt: chargeOf(day),
      lockAt: day.lockAt,
    })),
    cards,
    cardId: cards.find(({ id }) => id === paidWith?.id)?.id ?? cards[0]?.id ?? null,
    freeItems: pickFirst(freeItemChoices(db, order, now)),
    consentText: upgradeConsentText(config.store.name, order.identifier, orderTerms(db)),
    zone: zoneOf(db, order.fcId ?? 0),
  }
}

/** By card and gift card together, without gift cards bought with it: what a next box is compared with. */
const boxPriceCents = (order: Order) => paidCents(order) - Math.max(0, returnedBeforeCents(order))

/** What the first box would bring anyway. */
function pickFirst(choices: GiftChoice[]): GiftChoice[] {
  const first = choices.find(({ isAvailable }) => isAvailable)
  return choices.map((choice) => ({ ...choice, isChosen: choice === first }))
}
