import { fingerprint } from './stand-in/fingerprints.ts'
import type { SeedCard } from './stand-in/known-cards.ts'
import { testCardByName } from './stand-in/test-cards.ts'

/** The demo member's card. Both the seeded shop and the embedded provider start with it. */
export const MEMBER_CARD: SeedCard = {
  customerId: 'cus_demo_member',
  paymentMethodId: 'pm_demo_member',
  card: 'pm_card_mastercard',
  expiry: { month: 4, year: 2034 },
  email: 'member@example.com',
}

export const DEMO_CARDS: readonly SeedCard[] = [MEMBER_CARD]

export function providerCard({ customerId, paymentMethodId, card: name, expiry }: SeedCard) {
  const card = testCardByName(name)
  if (!card) throw new Error(`${name} is not a test card`)
  return {
    savedCard: { customerId, paymentMethodId },
    card: {
      brand: card.brand,
      last4: card.number.slice(-4),
      expMonth: expiry.month,
      expYear: expiry.year,
      fingerprint: fingerprint(card),
    },
  }
}
