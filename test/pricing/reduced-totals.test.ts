import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reducedTotals } from '#src/pricing/reduced-totals.ts'

const paid = {
  itemsCents: 10_000,
  promotionsCents: 2_000,
  rewardsCents: 500,
  shippingCents: 1_995,
  taxCents: 750,
}

test('GND-1 lower item prices reduce discounts and tax proportionally, and keep shipping', () => {
  expect(reducedTotals(paid, 8_000, false)).toEqual({
    itemsCents: 8_000,
    promotionsCents: 1_600,
    rewardsCents: 400,
    shippingCents: 1_995,
    taxCents: 600,
    dueCents: 6_000 + 1_995 + 600,
  })
})

test('GND-1 an order without items owes only shipping and its tax', () => {
  expect(reducedTotals(paid, 0, false)).toMatchObject({ taxCents: 0, dueCents: 1_995 })
  expect(reducedTotals(paid, 0, true)).toMatchObject({ taxCents: 158, dueCents: 2_153 }) // 750 × 1,995 / 9,495
})

const anyPaid = fc
  .record({
    itemsCents: fc.integer({ min: 1, max: 900_000 }),
    promotion: fc.nat(100),
    reward: fc.nat(100),
    shippingCents: fc.nat(9_000),
    ratePpm: fc.nat(120_000),
  })
  .map(({ itemsCents, promotion, reward, shippingCents, ratePpm }) => {
    const promotionsCents = Math.round((itemsCents * promotion) / 100)
    const rewardsCents = Math.round(((itemsCents - promotionsCents) * reward) / 100)
    const taxCents = Math.round(((itemsCents - promotionsCents - rewardsCents) * ratePpm) / 1e6)
    return { itemsCents, promotionsCents, rewardsCents, shippingCents, taxCents }
  })

test('GND-1 with fewer items every amount is a whole number, at most what was paid, and adds up', () => {
  fc.assert(
    fc.property(anyPaid, fc.nat(1_000), fc.boolean(), (before, permille, taxesShipping) => {
      const itemsCents = Math.floor((before.itemsCents * permille) / 1_000)
      const after = reducedTotals(before, itemsCents, taxesShipping)
      const { promotionsCents, rewardsCents, shippingCents, taxCents, dueCents } = after
      for (const cents of Object.values(after)) expect(Number.isInteger(cents) && cents >= 0).toBe(true)
      expect(dueCents).toBe(itemsCents - promotionsCents - rewardsCents + shippingCents + taxCents)
      const paidCents =
        before.itemsCents -
        before.promotionsCents -
        before.rewardsCents +
        before.shippingCents +
        before.taxCents
      expect(dueCents).toBeLessThanOrEqual(paidCents)
    }),
  )
})
