import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { type ReceiptProps, receipt } from '#views/mails/receipt.tsx'
import { seattle } from '../islands/props.ts'

const props: ReceiptProps = {
  order: {
    identifier: 'DW-4K7M2Q',
    email: 'ana@example.com',
    lines: [
      {
        name: 'Wagyu <ribeye>',
        label: '14 oz',
        slug: 'a-cut',
        farm: 'Bitterroot Ranch',
        vendor: 'a-farm',
        quantity: 2,
        totalCents: 9_300,
        byWeight: null,
        picture: null,
      },
    ],
    totals: {
      itemsCents: 9_300,
      promotionsCents: 1_860,
      rewardsCents: 0,
      shippingCents: 1_495,
      taxCents: 0,
      giftCents: 0,
      creditCents: 0,
      boughtCardsCents: 0,
      totalCents: 8_935,
    },
    frequency: null,
    keptCard: null,
    paidWith: { brand: 'Visa', last4: '4242' },
    isHeld: false,
    laterCards: [],
    arrivesOn: assertDay('2026-11-24'),
    lockAt: Date.parse('2026-11-20T22:00:00Z'),
    zone: 'America/Los_Angeles',
    delivery: { ...seattle, street2: 'Apt 4' },
  },
  store: { name: 'Droveway', email: 'help@droveway.example', phone: '(555) 010-0199' },
  orderUrl: 'https://shop.example/order/token/confirmation',
  trackingUrl: 'https://shop.example/token/tracking-info',
  now: 0,
}

const facts = [
  'DW-4K7M2Q',
  'Tuesday, November 24',
  'Friday, November 20, 2 pm PST',
  '$93.00',
  '−$18.60',
  '$14.95',
  'Charged to Visa ending in 4242',
  '$89.35',
  '1912 Pike Pl',
  'Apt 4',
  'Seattle, WA 98101',
  'https://shop.example/order/token/confirmation',
]

test('ORD-1 the receipt has items, totals, charge, arrival, cutoff and address, in HTML and text', () => {
  const { subject, html, text } = receipt(props)
  expect(subject).toBe('Your Droveway box arrives Tue, Nov 24 (DW-4K7M2Q)')
  for (const fact of facts) {
    expect(html).toContain(fact)
    expect(text).toContain(fact)
  }
})

test('PRC-1 zero rows are omitted from the receipt, except delivery and tax', () => {
  const { text } = receipt(props)
  expect(text).toContain('Sales tax: $0.00')
  expect(text).not.toContain('Gift card')
})

test('names are escaped in the mail', () => {
  expect(receipt(props).html).toContain('Wagyu &lt;ribeye&gt;')
})
