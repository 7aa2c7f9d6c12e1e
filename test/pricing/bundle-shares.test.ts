import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOfUnits, shareOut } from '#src/pricing/bundle-shares.ts'
import { lineCents, priceOrder, unitCents } from '#src/pricing/total.ts'
import { DEFAULT_ORDER_TERMS } from '#src/shop-settings/terms.ts'

const item = fc.record({
  quantity: fc.integer({ min: 1, max: 10 }),
  priceCents: fc.integer({ min: 1, max: 1_000_000 }),
})
const items = fc.array(item, { minLength: 1, maxLength: 10 })
const price = fc.integer({ min: 1, max: 1_000_000 })

test("CAT-8 a bundle's shares add up to its price, each within a cent of its exact part", () => {
  fc.assert(
    fc.property(price, items, (cents, wanted) => {
      const shares = shareOut(cents, wanted)
      expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(cents)
      const whole = wanted.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
      for (const share of shares)
        expect(Math.abs(share.cents - (cents * share.quantity * share.priceCents) / whole)).toBeLessThan(1)
    }),
  )
})

test('CAT-8 units removed step by step add up to their whole share', () => {
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.integer({ min: 1, max: 3 })),
      (cents, units, steps) => {
        let [left, rest, taken] = [units, cents, 0]
        for (const step of [...steps, units]) {
          const now = Math.min(step, left)
          if (now === 0) break
          const part = centsOfUnits(rest, left, now)
          expect(part).toBeGreaterThanOrEqual(0)
          left -= now
          rest -= part
          taken += part
        }
        expect([taken + rest, left === 0 ? rest : 0]).toEqual([cents, 0])
      },
    ),
  )
})

test('CAT-8 a line costs its share of the bundle plus the regular price of units bought singly', () => {
  const line = { quantity: 5, priceCents: 1_000, bundledQuantity: 3, bundledCents: 2_501 }
  expect(lineCents(line)).toBe(4_501)
  expect(unitCents(line)).toBe(1_000)
  expect(unitCents({ ...line, quantity: 3 })).toBe(833)
})

test('CAT-8 PRC-1 minimum, thresholds, promotions and tax count a bundle at its fixed price', () => {
  const facts = {
    items: [{ offerId: 1, quantity: 9, priceCents: 2_000, bundledQuantity: 9, bundledCents: 14_900 }],
    promotion: { kind: 'percent', percent: 20 } as const,
    rewardsCents: 0,
    member: false,
    terms: DEFAULT_ORDER_TERMS,
    shipping: { standardCents: 1_495, expeditedCents: 0 },
    tax: { groceryRatePpm: 100_000, taxesShipping: false },
    boughtCardsCents: 0,
    giftBalanceCents: 0,
    storeCreditCents: 0,
  }
  expect(priceOrder(facts)).toMatchObject({
    itemsCents: 14_900,
    promotionsCents: 2_980,
    shippingCents: 0,
    taxCents: 1_192,
    totalCents: 13_112,
  })
  const free = { ...facts, promotion: { kind: 'free_item', offerId: 1 } as const }
  expect(priceOrder(free).promotionsCents).toBe(Math.floor(14_900 / 9))
})
