import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DurableTx, durably } from '#db/client.ts'
import { claims, type Order, orderLines, staffFlags } from '#db/schema/index.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import { formatCents } from '#src/money.ts'
import { orderById } from '#src/orders/orders.ts'
import { frozenTotals } from '#src/orders/placed.ts'
import { isPaidBack, returnedOf } from '#src/orders/returned-money.ts'
import { leftToGive } from '#src/payments/left-to-give.ts'
import { lowerItems, lowerPrice } from '#src/payments/lower-items.ts'
import { orderShares } from '#src/payments/refund-order.ts'
import { refundPart } from '#src/payments/refund-part.ts'
import { spentGiftCents } from '#src/pricing/gift-cards.ts'
import { issueGiftCard } from '#src/pricing/issue-gift-card.ts'
import { paidCents } from '#src/pricing/placed-price.ts'
import { personalData } from '#src/privacy/export.ts'
import { personOf } from '#src/privacy/person.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { editableBox } from '../support/editing.ts'
import { RUTH } from '../support/staff.ts'
import { type World, world } from '../support/world.ts'

async function boxPaidBy(shop: World, giftCents: number) {
  const wish = { cents: giftCents, reason: 'A present', press: `issue ${giftCents}` }
  const card =
    giftCents > 0 &&
    (await durably(shop.db, (tx) => issueGiftCard(tx, shop.services.config, wish, null, shop.clock.now())))
  return editableBox({ shop, shares: 2, codes: card ? [card.code] : [] })
}

type Step = { kind: 'refund' | 'credit' | 'items' | 'delivery'; share: number }

/** Lower prices are those of a box that is weighed, short of something, or moved to a cheaper day. */
function take(tx: DurableTx, order: Order, { kind, share }: Step, now: number) {
  const partOf = (cents: number) => Math.floor(cents * share)
  const left = leftToGive(tx, order.id) ?? 0
  switch (kind) {
    case 'refund':
      if (partOf(left) > 0) refundPart(tx, order, partOf(left), now)
      break
    case 'credit':
      tx.insert(claims)
        .values({ orderId: order.id, kind: 'late', creditCents: partOf(left), createdAt: now })
        .run()
      break
    case 'items':
      lowerItems(tx, order, partOf(order.itemsCents ?? 0), now)
      break
    case 'delivery': {
      const { itemsCents, promotionsCents, rewardsCents, taxCents } = order
      const shippingCents = (order.shippingCents ?? 0) - partOf(order.shippingCents ?? 0)
      const goodsCents = (itemsCents ?? 0) - (promotionsCents ?? 0) - (rewardsCents ?? 0)
      lowerPrice(tx, order, { shippingCents, dueCents: goodsCents + shippingCents + (taxCents ?? 0) }, now)
    }
  }
}

/** What the rows say, and what is there. */
function sumsOf(tx: DurableTx, order: Order) {
  const totals = frozenTotals(tx, order)
  const { cardCents, giftCents } = returnedOf(tx, order)
  const goodsCents = totals.itemsCents - totals.promotionsCents - totals.rewardsCents
  const boxCents = goodsCents + totals.shippingCents + totals.taxCents
  const shares = orderShares(tx, order.id)
  return {
    rows: [
      boxCents + totals.boughtCardsCents - totals.giftCents,
      totals.totalCents - cardCents,
      totals.giftCents - giftCents,
      isPaidBack(tx, order),
    ],
    facts: [
      totals.totalCents,
      shares.leftCents,
      spentGiftCents(tx, order.id),
      paidCents(order) > 0 && shares.leftCents + shares.giftCents === 0,
    ],
    returned: [cardCents, giftCents],
  }
}

class Undone extends Error {}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('refund', 'credit', 'items', 'delivery'),
  share: fc.constantFrom(0.01, 0.3, 0.6, 0.97, 1),
})

test('PRC-1 the rows add up to the total after any refunds, credits and lower prices', async () => {
  const shop = await world()
  const boxes = [await boxPaidBy(shop, 0), await boxPaidBy(shop, 6_000), await boxPaidBy(shop, 50_000)]
  const steps = fc.array(step, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.nat(boxes.length - 1), steps, async (which, taken) => {
      const { id, state } = boxes[which]!.order()
      const undone = durably(shop.db, (tx) => {
        for (const [index, one] of taken.entries()) {
          if (orderById(tx, id).state !== state) break // refunded in full
          take(tx, orderById(tx, id), one, shop.clock.now() + index)
          const { rows, facts, returned } = sumsOf(tx, orderById(tx, id))
          expect(rows).toEqual(facts)
          expect(Math.min(...returned)).toBeGreaterThanOrEqual(0)
        }
        throw new Undone()
      })
      await undone.catch((error) => {
        if (!(error instanceof Undone)) throw error
      })
    }),
    { numRuns: 150 },
  )
})

/** Half of the box is short after a large refund, so it costs less than the shop can still return. */
async function shortAfterRefund(isKept = false) {
  const box = await editableBox({ shares: 2, isKept })
  const { shop, db, order } = box
  const ruth = await signedIn(shop, RUTH)
  const refund = { amount_cents: (order().totalCents ?? 0) - 600, reason: 'Late', press: 'refund' }
  await expectOk(ruth.call('POST', `/staff/orders/${box.token}/refund`, refund))
  const halfCents = (order().itemsCents ?? 0) / 2
  await durably(db, (tx) => {
    tx.update(orderLines).set({ packedCents: halfCents }).where(eq(orderLines.orderId, order().id)).run()
    return lowerItems(tx, order(), halfCents, shop.clock.now())
  })
  await shop.settleDown()
  return { ...box, ruth }
}

test('PRC-1 a box that is short after a large refund has rows that add up on its page', async () => {
  const box = await shortAfterRefund()
  const html = await (await box.ana.visit(`/account/orders/${box.token}`)).text()
  const rows = [...html.matchAll(/<div class="sums__row[^"]*"><dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)]
  const cents: Record<string, number> = Object.fromEntries(
    rows.map(([, name, value = '']) => [name, Number(value.replace('−', '-').replace(/[$,.]/g, '')) || 0]),
  )
  const { Items = 0, Delivery = 0, Charged = 0, 'Sales tax': tax = 0, 'Back to your card': back = 0 } = cents
  expect(Charged).toBe(Items + Delivery + tax)
  expect(back).toBe(-Charged)
  expect(box.problems()).toEqual([])
})

test('PRC-1 STF-2 every list and file has the total of the order’s page, also after a refund and a lower price', async () => {
  const { shop, db, ana, ruth, token, order } = await shortAfterRefund(true)
  const totals = frozenTotals(db, order())
  expect(totals.totalCents).toBeLessThan(order().totalCents ?? 0)
  const page = await (await ana.visit(`/account/orders/${token}`)).text()
  expect(page).toContain(`"total_price_cents":${totals.totalCents},`)
  const shown = expect.objectContaining({
    identifier: order().identifier,
    total_cents: totals.totalCents,
  })
  const { orders: listed } = await (await ruth.call('GET', `/staff/orders?q=${order().identifier}`)).json()
  expect(listed).toEqual([shown])
  const customer = await (await ruth.call('GET', `/staff/customers/${userOf(shop, ANA).token}`)).json()
  expect(customer.orders).toContainEqual(shown)
  const data = personalData(db, personOf(userOf(shop, ANA)), 'Droveway', shop.clock.now())
  const filed = { order_identifier: order().identifier, total_cents: totals.totalCents }
  expect(data.orders).toContainEqual(expect.objectContaining(filed))
})

test('STF-1 PRC-1 a flag shows the total of the order’s page, also after a refund and a lower price', async () => {
  const { shop, db, ruth, order } = await shortAfterRefund()
  const flag = { kind: 'unknown_payment', key: 'pi_1', orderId: order().id, detail: 'A charge.' } as const
  await durably(db, (tx) => flagForStaff(tx, { ...flag, now: shop.clock.now() }))
  const { id = 0 } = db.select().from(staffFlags).where(eq(staffFlags.key, flag.key)).get() ?? {}
  const chargedCents = frozenTotals(db, order()).totalCents
  for (const path of ['/staff/flags', `/staff/flags/${id}`])
    expect(await (await ruth.visit(path)).text()).toContain(
      `${order().identifier}</a>, ${formatCents(chargedCents)}, `,
    )
})
