import { assertDay } from '#src/day.ts'
import type { PlacedOrder } from '../../orders/placed-order.ts'

/** The order of the examples. */
export const ORDER: PlacedOrder = {
  identifier: 'DW-4K7M2Q',
  frequency: null,
  email: 'june@example.com',
  lines: [
    {
      name: 'Grass-fed ribeye',
      label: '14 oz',
      slug: 'a-cut',
      farm: 'Bitterroot Ranch',
      vendor: 'a-farm',
      quantity: 2,
      totalCents: 9_300,
      byWeight: null,
      picture: null,
    },
    {
      name: 'Whole pasture chicken',
      label: '3.5 lb',
      slug: 'a-cut',
      farm: 'Three Creeks',
      vendor: 'a-farm',
      quantity: 1,
      totalCents: 3_150,
      byWeight: null,
      picture: null,
    },
  ],
  totals: {
    itemsCents: 12_450,
    promotionsCents: 2_490,
    rewardsCents: 0,
    shippingCents: 1_495,
    taxCents: 0,
    giftCents: 2_000,
    creditCents: 0,
    boughtCardsCents: 0,
    totalCents: 9_455,
  },
  paidWith: { brand: 'visa', last4: '4242' },
  isHeld: false,
  laterCards: [],
  arrivesOn: assertDay('2026-11-24'),
  lockAt: Date.parse('2026-11-20T22:00:00Z'),
  zone: 'America/Los_Angeles',
  delivery: {
    name: 'June Okafor',
    street1: '1912 Pike Pl',
    street2: 'Apt 4',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    phone: '(206) 555-0142',
  },
}
