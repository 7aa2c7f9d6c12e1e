import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PriceFacts, priceOrder } from '#src/pricing/total.ts'
import { DEFAULT_ORDER_TERMS } from '#src/shop-settings/terms.ts'

const ribeye = { offerId: 1, quantity: 2, priceCents: 2_490 }
const brisket = { offerId: 2, quantity: 1, priceCents: 10_400 }

const plain: PriceFacts = {
  items: [ribeye],
  promotion: null,
  rewardsCents: 0,
  member: false,
  terms: DEFAULT_ORDER_TERMS,
  shipping: { standardCents: 1_995, expeditedCents: 0 },
  tax: null,
  giftBalanceCents: 0,
  storeCreditCents: 0,
  boughtCardsCents: 0,
}

describe('PRC-1 the total is items less promotions and rewards, plus shipping and tax, less gift balance', () => {
  test('PRC-1 two ribeyes to Seattle', () => {
    expect(priceOrder(plain)).toMatchObject({ itemsCents: 4_980, shippingCents: 1_995, totalCents: 6_975 })
  })

  test('PRC-1 for any cart every line adds up, whole and never below zero', () => {
    const item = fc.record({
      offerId: fc.nat(9),
      quantity: fc.integer({ min: 1, max: 100 }),
      priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    })
    const promotion = fc.oneof(
      fc.constant(null),
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), amountCents: fc.nat(500_000) }),
      fc.record({ kind: fc.constant('free_item' as const), offerId: fc.nat(9) }),
      fc.record({ kind: fc.constant('free_shipping' as const) }),
    )
    const facts = fc.record({
      items: fc.array(item, { maxLength: 8 }),
      promotion,
      rewardsCents: fc.nat(20_000),
      member: fc.boolean(),
      terms: fc.constant(DEFAULT_ORDER_TERMS),
      shipping: fc.option(fc.record({ standardCents: fc.nat(5_000), expeditedCents: fc.nat(2_000) })),
      tax: fc.option(fc.record({ groceryRatePpm: fc.nat(120_000), taxesShipping: fc.boolean() })),
      giftCardCents: fc.nat(200_000),
      storeCreditCents: fc.nat(200_000),
      boughtCardsCents: fc.oneof(fc.constant(0), fc.integer({ min: 2_500, max: 500_000 })),
    })
    fc.assert(
      fc.property(facts, ({ giftCardCents, ...facts }) => {
        const order = { ...facts, giftBalanceCents: giftCardCents + facts.storeCreditCents }
        const total = priceOrder(order)
        for (const cents of Object.values(total)) {
          expect(Number.isSafeInteger(cents)).toBe(true)
          expect(cents).toBeGreaterThanOrEqual(0)
        }
        const { itemsCents, promotionsCents, rewardsCents, shippingCents, taxCents, giftCents } = total
        expect(itemsCents).toBe(
          order.items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0),
        )
        expect(total.totalCents).toBe(
          itemsCents -
            promotionsCents -
            rewardsCents +
            shippingCents +
            taxCents -
            giftCents +
            order.boughtCardsCents,
        )
        expect(total.totalCents).toBeGreaterThanOrEqual(order.boughtCardsCents) // no balance pays for gift cards bought
        expect(total.totalCents === 0 || total.totalCents >= 50).toBe(true) // else no card could be charged
        expect(giftCents).toBeLessThanOrEqual(order.giftBalanceCents)
        expect(giftCents - total.creditCents).toBe(Math.min(giftCents, giftCardCents))
        expect(promotionsCents + rewardsCents).toBeLessThanOrEqual(itemsCents)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['20 %', { kind: 'percent' as const, percent: 20 }, 996],
    ['a half cent goes up', { kind: 'percent' as const, percent: 12.5 }, 623],
    ['an amount', { kind: 'amount' as const, amountCents: 1_000 }, 1_000],
    ['never more than the items', { kind: 'amount' as const, amountCents: 9_999 }, 4_980],
    ['one free item of those in the box', { kind: 'free_item' as const, offerId: 1 }, 2_490],
    ['a free item that is not in the box', { kind: 'free_item' as const, offerId: 7 }, 0],
  ])('PRC-1 a promotion takes off %s', (_, promotion, promotionsCents) => {
    expect(priceOrder({ ...plain, promotion }).promotionsCents).toBe(promotionsCents)
  })

  test('PRC-1 a gift card also pays shipping and tax, and the rest stays on it', () => {
    const tax = { groceryRatePpm: 60_000, taxesShipping: false }
    expect(priceOrder({ ...plain, tax, giftBalanceCents: 20_000, storeCreditCents: 0 })).toMatchObject({
      taxCents: 299,
      giftCents: 7_274,
      totalCents: 0,
    })
  })
})

describe('PRC-1 a reward', () => {
  const tax = { groceryRatePpm: 50_000, taxesShipping: false }

  test('PRC-1 comes off after the promotion, up to what is left, and is not taxed', () => {
    const promotion = { kind: 'amount' as const, amountCents: 980 }
    expect(priceOrder({ ...plain, tax, promotion, rewardsCents: 1_000 })).toMatchObject({
      rewardsCents: 1_000,
      taxCents: 150, // 3,000 × 5 %
      totalCents: 3_000 + 1_995 + 150,
    })
    expect(priceOrder({ ...plain, tax, promotion, rewardsCents: 9_900 })).toMatchObject({
      rewardsCents: 4_000,
      taxCents: 0,
      totalCents: 1_995,
    })
  })

  test('PRC-1 does not take free delivery away', () => {
    const items = [{ ...brisket, priceCents: 14_900 }]
    expect(priceOrder({ ...plain, items, rewardsCents: 5_000 }).shippingCents).toBe(0)
  })
})

test("PRC-1 the card's remainder is zero, or enough to be charged", () => {
  const due = 6_975
  expect(priceOrder({ ...plain, giftBalanceCents: due - 1, storeCreditCents: 0 })).toMatchObject({
    giftCents: due - 50,
    totalCents: 50,
  })
  expect(priceOrder({ ...plain, giftBalanceCents: due - 50, storeCreditCents: 0 })).toMatchObject({
    giftCents: due - 50,
    totalCents: 50,
  })
  expect(priceOrder({ ...plain, giftBalanceCents: due, storeCreditCents: 0 })).toMatchObject({
    giftCents: due,
    totalCents: 0,
  })
})

describe('PRC-2 shipping and tax', () => {
  test.each([
    [14_899, false, 1_995],
    [14_900, false, 0],
    [9_899, true, 1_995],
    [9_900, true, 0],
  ])('PRC-2 items of %i cents, member %s: shipping %i', (priceCents, member, shippingCents) => {
    const items = [{ offerId: 1, quantity: 1, priceCents }]
    expect(priceOrder({ ...plain, items, member }).shippingCents).toBe(shippingCents)
  })

  test.each([
    ['the threshold', { items: [{ ...brisket, priceCents: 14_900 }] }],
    ["a member's threshold", { items: [brisket], member: true }],
    ['a promotion', { promotion: { kind: 'free_shipping' as const } }],
  ])('PRC-2 CAL-3 %s frees the standard part of shipping, never the expedited surcharge', (_, free) => {
    const shipping = { standardCents: 1_995, expeditedCents: 1_200 }
    expect(priceOrder({ ...plain, shipping }).shippingCents).toBe(3_195)
    expect(priceOrder({ ...plain, shipping, ...free }).shippingCents).toBe(1_200)
  })

  test('PRC-2 free shipping counts items before promotions', () => {
    const promotion = { kind: 'amount' as const, amountCents: 5_000 }
    const items = [{ ...brisket, priceCents: 14_900 }]
    expect(priceOrder({ ...plain, items, promotion }).shippingCents).toBe(0)
  })

  test('PRC-2 tax is on items after promotions, rounded half up once per order', () => {
    const tax = { groceryRatePpm: 12_250, taxesShipping: false }
    const promotion = { kind: 'amount' as const, amountCents: 980 }
    expect(priceOrder({ ...plain, tax, promotion }).taxCents).toBe(49) // 4,000 × 1.225 % = 49.0
    const odd = [{ offerId: 1, quantity: 1, priceCents: 4_200 }]
    expect(
      priceOrder({ ...plain, items: odd, tax: { groceryRatePpm: 12_500, taxesShipping: false } }).taxCents,
    ).toBe(53) // 52.5
  })

  test('PRC-2 shipping is taxed where the state taxes it', () => {
    const rate = { groceryRatePpm: 50_000 }
    expect(priceOrder({ ...plain, tax: { ...rate, taxesShipping: true } }).taxCents).toBe(349) // 6,975 × 5 % = 348.75
    expect(priceOrder({ ...plain, tax: { ...rate, taxesShipping: false } }).taxCents).toBe(249)
  })
})
