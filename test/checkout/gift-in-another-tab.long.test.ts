import { expect, test } from 'vitest'
import { expectOk, fillCart, orderOf } from '../support/buying.ts'
import { atPayment, coverByGift, makeRecurring, nameCard, sendCard } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const GIFT_NOW = /Gift cards and store credit now pay \$[\d.]+ of this box\. Please check it/

/** What the page's form sends about the gift cards' share. */
async function shownGift(ana: Shopper, page: string) {
  const html = await (await ana.visit(page)).text()
  return /name="shown_gift_cents" value="(\d+)"/.exec(html)?.[1] ?? ''
}

async function coveredBox() {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await coverByGift(shop, token)
  return { shop, ana, token }
}

test.each(['island', 'older'])('PAY-11 PRC-1 a gift card pays only what the %s page showed', async (kind) => {
  const { shop, ana, token } = await coveredBox()
  const page = kind === 'older' ? `/${token}/payment` : `/checkout/${token}`
  const shown = await shownGift(ana, page)
  await fillCart(ana, shop.db, 'demo-fifty', 1) // in another tab
  const place = async () =>
    ana.submit('POST', '/v1/stripe_confirm_stripeless', {
      order_token: token,
      return_to: page,
      shown_gift_cents: shown,
    })
  const refused = await place()
  const html = await refused.text()
  expect([refused.status, html]).toEqual([409, expect.stringMatching(GIFT_NOW)])
  expect(orderOf(shop.db, token).placedAt).toBeNull()
  const again = /name="shown_gift_cents" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect(Number(again)).toBe(orderOf(shop.db, token).giftCents)
  const placed = await ana.submit('POST', '/v1/stripe_confirm_stripeless', {
    order_token: token,
    shown_gift_cents: again,
  })
  expect(placed.headers.get('location')).toBe(`/order/${token}/confirmation`)
  expect(orderOf(shop.db, token).giftCents).toBe(Number(again))
})

test('PAY-8 the check before a payment asks to look at a new gift share', async () => {
  const { shop, ana, token } = await coveredBox()
  const shown = await shownGift(ana, `/checkout/${token}`)
  const status = await ana.call('GET', `/v1/checkout_standing/${token}`)
  expect(await status.json()).toMatchObject({ gift_cents: Number(shown) })
  await fillCart(ana, shop.db, 'demo-fifty', 1)
  const validate = (fields: object) =>
    ana.call('POST', '/v1/stripe_validate_payment', { order_token: token, ...fields })
  const refused = await validate({ shown_gift_cents: shown })
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'price_changed', message: expect.stringMatching(GIFT_NOW) }),
  ])
  await expectOk(validate({ shown_gift_cents: orderOf(shop.db, token).giftCents }))
})

test('CHK-9 a member’s covered first box is placed only with the gift share that the card form showed', async () => {
  const { shop, ana, token } = await coveredBox()
  await makeRecurring(ana, token)
  const shown_gift_cents = await shownGift(ana, `/${token}/payment`)
  expect(shown_gift_cents).not.toBe('')
  await fillCart(ana, shop.db, 'demo-fifty', 1)
  const fields = { same_as_shipping: true, shown_total_cents: '0', shown_gift_cents }
  const refused = await sendCard(ana, token, await nameCard(shop), fields)
  expect(refused).toMatchObject({
    status: 409,
    code: 'price_changed',
    error: expect.stringMatching(GIFT_NOW),
  })
  expect(orderOf(shop.db, token).placedAt).toBeNull()
  const now = await shownGift(ana, `/${token}/payment`)
  const paid = await sendCard(ana, token, await nameCard(shop), { ...fields, shown_gift_cents: now })
  expect(paid).toMatchObject({ status: 200 })
})
