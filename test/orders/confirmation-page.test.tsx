import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import type { TimelineFacts } from '#src/orders/timeline-facts.ts'
import { CheckoutSummary, type CheckoutSummaryProps } from '#views/checkout/summary.tsx'
import { receipt } from '#views/mails/receipt.tsx'
import type { PlacedOrder } from '#views/orders/placed-order.ts'
import { ConfirmationPage } from '#views/payments/confirmation-page.tsx'
import { inPage } from '../support/in-page.tsx'

const order: PlacedOrder = {
  identifier: 'DW-4K7M2Q',
  email: 'ana@example.com',
  lines: [
    {
      name: 'Ribeye',
      label: '14 oz',
      slug: 'a-cut',
      farm: 'Ranch',
      vendor: 'a-farm',
      quantity: 2,
      totalCents: 9_300,
      byWeight: null,
      picture: null,
    },
  ],
  totals: {
    itemsCents: 9_300,
    promotionsCents: 0,
    rewardsCents: 0,
    shippingCents: 1_495,
    taxCents: 0,
    giftCents: 2_000,
    creditCents: 0,
    boughtCardsCents: 0,
    totalCents: 8_795,
  },
  paidWith: { brand: 'visa', last4: '4242' },
  isHeld: false,
  laterCards: [],
  frequency: null,
  keptCard: null,
  arrivesOn: assertDay('2026-11-24'),
  lockAt: Date.parse('2026-11-20T22:00:00Z'),
  zone: 'America/Los_Angeles',
  delivery: {
    name: 'Ana Alvarez',
    street1: '1912 Pike Pl',
    street2: '',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    phone: '(206) 555-0100',
  },
}

const HOUR_MS = 3_600_000

const timeline: TimelineFacts = {
  state: 'paid',
  version: 3,
  placedAt: order.lockAt - 48 * HOUR_MS,
  lockAt: order.lockAt,
  shipOn: assertDay('2026-11-23'),
  arrivalOn: order.arrivesOn,
  expectedOn: null,
  doorZone: order.zone,
  updatedAt: 0,
  charge: { cardCents: 8_795, giftCents: 2_000, isHeld: false },
  changes: [],
  giftReturns: [],
  refunds: [],
  shorts: [],
  holds: [],
  wave: null,
  shipment: null,
  sightings: [],
  claims: [],
}

const confirmation = (over: Partial<PlacedOrder> = {}, now = order.lockAt - 4 * HOUR_MS) =>
  inPage(
    <ConfirmationPage
      order={{ ...order, ...over }}
      store={{ email: 'help@x.co', phone: '1' }}
      now={now}
      token="token"
      press="press"
      timeline={timeline}
      shipsFrom="Reno"
      thaw={{ rows: [], source: { name: '', url: '' } }}
    />,
  )

test('ORD-1 two items of several packs each are counted as packs, on the page and in the receipt', () => {
  const [line] = order.lines
  const lines = [2, 1].map((quantity) => ({ ...line!, label: '2 × 8 oz', quantity }))
  const store = { name: 'Shop', email: 'help@x.co', phone: '1' }
  const mail = receipt({ order: { ...order, lines }, store, now: 0, orderUrl: '/o', trackingUrl: '/t' })
  for (const html of [confirmation({ lines }), mail.html]) {
    const words = html.replace(/<[^>]*>/g, '')
    expect(words).toContain('2 packs of 2 × 8 oz')
    expect(words).toContain('1 pack of 2 × 8 oz')
    expect(words).not.toMatch(/\d × \d × /)
  }
})

test('ORD-1 the confirmation shows identifier, items, charge, arrival, change deadline and address', () => {
  const page = confirmation()
  for (const fact of [
    'DW-4K7M2Q',
    'Ribeye',
    '2 × 14 oz',
    '$87.95',
    'We charged $87.95 to your Visa ending in 4242.',
    'Arrives Tuesday, November 24',
    'Friday, November 20, 2 pm PST',
    '1912 Pike Pl',
    'Thank you, Ana',
  ]) {
    expect(page).toContain(fact)
  }
})

test('BEH-3 the confirmation counts down to the change deadline, and stops there', () => {
  expect(confirmation()).toMatch(/2 pm PST<\/b><span[^>]*> \(<span[^>]*>4 h 0 min 00 s<\/span> left\)/)
  expect(confirmation({}, order.lockAt)).not.toContain(' left)')
})

test('PRC-1 every line of the total is shown, deductions with a minus', () => {
  expect(confirmation()).toMatch(/Gift card<\/dt><dd>−\$20\.00/)
})

test('ORD-1 an order without a charge says so', () => {
  const totals = { ...order.totals, giftCents: 10_795, totalCents: 0 }
  expect(confirmation({ totals, paidWith: null })).toContain('Nothing was charged.')
})

test('PAY-1 the summary shows delivery and tax only once the address is known', () => {
  const facts: CheckoutSummaryProps = { ...order, addressKnown: true }
  const summary = (over: Partial<CheckoutSummaryProps>) => inPage(<CheckoutSummary {...facts} {...over} />)
  expect(summary({ addressKnown: false, arrivesOn: null })).toMatch(/Delivery<\/dt><dd>Needs your address/)
  expect(summary({})).toMatch(/Delivery<\/dt><dd>\$14\.95/)
  expect(summary({})).toContain('You can make changes until Friday, November 20, 2 pm PST')
  expect(summary({ totals: { ...order.totals, shippingCents: 0 } })).toMatch(/Delivery<\/dt><dd>Free/)
})
