import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { giftCardEntries, giftCards, orderGiftCards, promotions, salesTaxRates } from '#db/schema/index.ts'
import { editableBox } from '../../support/editing.ts'
import { nameCard } from '../../support/paying-by-card.ts'
import { random } from '../../support/random.ts'
import { world } from '../../support/world.ts'

type Box = Awaited<ReturnType<typeof editableBox>>

const EDITS = 6

const PAID_WITH: [name: string, codes: string[], shares: number][] = [
  ['a card', [], 1],
  ['a card, with delivery that an edit can make free', [], 2],
  ['a percentage off', ['LASTYEAR'], 2],
  ['an amount off', ['ONCE'], 2],
  ['free delivery by a code', ['SHIPFREE'], 1],
  ['a gift card and a card', ['DEMOGIFT50000000'], 2],
  ['a gift card alone', ['DEMOGIFT50000000'], 1],
  ['an amount off, a gift card and a card', ['ONCE', 'DEMOGIFT50000000'], 3],
]

/** A shop with a grocery tax in the box's state, which also applies to delivery. */
async function taxedShop() {
  const shop = await world()
  const tax = { groceryRatePpm: 31_000, taxesShipping: true }
  shop.db
    .insert(salesTaxRates)
    .values({ state: 'WA', source: 'the test', ...tax })
    .onConflictDoUpdate({ target: salesTaxRates.state, set: tax })
    .run()
  shop.db.update(promotions).set({ endsAt: null }).where(eq(promotions.code, 'LASTYEAR')).run()
  shop.db.update(giftCards).set({ balanceCents: 9_000, initialCents: 9_000 }).run()
  shop.db.update(giftCardEntries).set({ cents: 9_000 }).run()
  return shop
}

/** What the order, our ledger and the provider say, in cents. */
function cents(box: Box) {
  const order = box.order()
  const { itemsCents, promotionsCents, rewardsCents, shippingCents, taxCents, totalCents, giftCents } = order
  const moved = (kind: string) =>
    box
      .ledger()
      .filter(([of]) => of === kind)
      .reduce((sum, [, amount]) => sum + Number(amount), 0)
  const spent = box.db
    .select({ cents: sql<number>`coalesce(sum(${orderGiftCards.spentCents}), 0)` })
    .from(orderGiftCards)
    .where(eq(orderGiftCards.orderId, order.id))
    .get()!
  const { chargedCents, refundedCents } = box.shop.standIn.ledger()
  return {
    parts: itemsCents! - promotionsCents! - rewardsCents! + shippingCents! + taxCents!,
    goods: box.lines().reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0),
    itemsCents,
    totalCents,
    giftCents,
    paid: totalCents! + giftCents!,
    byCard: moved('charge') - Math.abs(moved('refund')),
    atProvider: chargedCents - refundedCents,
    byGiftCard: spent.cents,
  }
}

/** An order paid by gift card alone needs a card for a surcharge. */
async function confirm(box: Box, items: object[], difference_cents: number) {
  const made = await box.confirm(items, { difference_cents })
  if (made.status !== 402) return made
  return box.post(box.payPath, { stripeToken: await nameCard(box.shop), same_as_shipping: true })
}

function expectWhole(box: Box) {
  const { parts, goods, itemsCents, totalCents, giftCents, paid, ...money } = cents(box)
  expect([parts, goods]).toEqual([paid, itemsCents])
  expect(money).toEqual({ byCard: totalCents, atProvider: totalCents, byGiftCard: giftCents })
  expect(box.problems()).toEqual([])
}

test.each(PAID_WITH)(
  'ORD-7 edits of a box paid with %s add up to the cent, and so does undoing them',
  async (_, codes, shares) => {
    const box = await editableBox({ shop: await taxedShop(), isKept: true, codes, shares })
    const { share, roast } = box
    const units = () => [box.onHand(share), box.onHand(roast.token)]
    const began = { cents: cents(box), units: units() }
    expectWhole(box)
    const draw = random(shares + codes.length * 10)
    let changes = 0
    const edit = async (ofShare: number, ofRoast: number) => {
      const items = [
        { bid_item_token: share, quantity: ofShare },
        { bid_item_token: roast.token, quantity: ofRoast },
      ]
      const before = box.order()
      const shown = await box.preview(items)
      const made = await confirm(box, items, shown.difference_cents)
      await box.shop.settleDown()
      if (made.status === 200) {
        changes += Number(box.order().version > before.version)
        const paidBefore = before.totalCents! + before.giftCents!
        expect(cents(box).paid).toBe(paidBefore + shown.difference_cents)
        expect(units()).toEqual([began.units[0]! + shares - ofShare, began.units[1]! - ofRoast])
      } else {
        expect([422, 409]).toContain(made.status)
        expect(box.order()).toEqual(before)
      }
      expectWhole(box)
    }
    for (let count = 0; count < EDITS; count++) await edit(1 + draw.below(4), draw.below(4))
    expect(changes).toBeGreaterThan(EDITS / 2)
    await edit(shares, 0)
    expect(units()).toEqual(began.units)
    expect(cents(box).paid).toBe(began.cents.paid)
  },
)
