import { expect, test } from 'vitest'
import { type OrderLineFacts, packsIn } from '#views/orders/placed-order.ts'

const ribeye: OrderLineFacts = {
  name: 'Grass-fed ribeye',
  label: '14 oz',
  slug: 'grass-fed-ribeye',
  farm: 'Three Larks Ranch',
  vendor: 'three-larks-ranch',
  quantity: 2,
  totalCents: 5_600,
  byWeight: null,
  picture: null,
}
const bundle = { ...ribeye, name: 'Standard box', quantity: 1, contents: [{ ...ribeye, quantity: 3 }] }
const giftCard = { ...ribeye, name: 'Gift card', quantity: 1, isGiftCard: true }

test('GFT-1 CAT-8 packs are single cuts and the cuts of bundles, but not gift cards', () => {
  const packs = packsIn([ribeye, bundle, giftCard])
  expect(packs.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Grass-fed ribeye', 2],
    ['Grass-fed ribeye', 3],
  ])
})
