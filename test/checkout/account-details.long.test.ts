import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { savedAddresses } from '#db/schema/index.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { expectOk, fillCart, orderOf, SEATTLE } from '../support/buying.ts'
import { writesOf } from '../support/dump.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

/** A signed-in shopper with items in the cart, and the checkout page. */
async function atCheckout(email = ANA, prepare: (shop: World) => void = () => {}) {
  const shop = await world()
  const who = await signedIn(shop, email)
  const token = await fillCart(who, shop.db)
  prepare(shop)
  return { ...shop, who, token, page: await pageOf(who, `/checkout/${token}`) }
}

const pageOf = async (who: Shopper, path: string) => (await who.visit(path)).text()

/** The state of each step: done, open or later. */
const stepsOf = (html: string) =>
  [...html.matchAll(/<section class="checkout-step" data-state="(\w+)"/g)].map(([, state]) => state)

const setDefault = (shop: World, address: Partial<typeof savedAddresses.$inferInsert>) =>
  shop.db
    .update(savedAddresses)
    .set(address)
    .where(and(eq(savedAddresses.userId, userOf(shop, ANA).id), eq(savedAddresses.isDefault, true)))
    .run()

describe('PAY-20 a signed-in shopper', () => {
  test('PAY-20 finds email and address filled in and goes straight to payment', async () => {
    const { db, token, page } = await atCheckout()
    expect(stepsOf(page)).toEqual(['done', 'done', 'open'])
    expect(page).toMatch(/checkout-done__facts"><p>shopper@example\.com<\/p>/)
    expect(page).toContain('<span>1912 Pike Pl</span>')
    for (const step of ['email', 'address', 'date'])
      expect(page).toContain(`href="/checkout/${token}?step=${step}"`)
    expect(orderOf(db, token)).toMatchObject({
      state: 'addressed',
      email: ANA,
      deliveryName: 'Ana Whitcomb',
      deliveryStreet1: '1912 Pike Pl',
      deliveryPhone: '+12065550142',
      addressStatus: 'confirmed',
      arrivalOn: expect.stringMatching(/^2026-/),
      expedited: false,
    })
  })

  test('PAY-20 without a default address is asked for one, but not for an email', async () => {
    const { page, db, token } = await atCheckout(BEN)
    expect(stepsOf(page)).toEqual(['done', 'open', 'later'])
    expect(orderOf(db, token)).toMatchObject({ email: BEN, deliveryStreet1: null })
  })

  test.each([
    ['that the post office does not know', { street1: '12 Elm St', city: 'Portland' }],
    ['where boxes run late', { street1: '1 Main St', city: 'Cheyenne', state: 'WY', zip: '82001' }],
    ['where nothing is delivered', { street1: '1 Main St', city: 'Anchorage', state: 'AK', zip: '99501' }],
  ])('PAY-20 gets the form prefilled with an address %s, and nothing is saved', async (_, address) => {
    const { page, db, token } = await atCheckout(ANA, (shop) => setDefault(shop, address))
    expect(stepsOf(page)).toEqual(['done', 'open', 'later'])
    expect(page).toContain(`value="${address.street1}"`)
    expect(page).not.toContain('role="alert"')
    expect(orderOf(db, token)).toMatchObject({ email: ANA, deliveryStreet1: null, arrivalOn: null })
  })

  test('PAY-20 keeps what they entered for this order', async () => {
    const shop = await world()
    const who = await signedIn(shop, ANA)
    const order_token = await fillCart(who, shop.db)
    await expectOk(who.call('POST', '/v1/stripe_update_email', { order_token, email: 'work@example.com' }))
    const street = { ...SEATTLE, delivery_street_address_1: '1913 Pike Pl' }
    const bypass = { address_confirmation_bypass: 'use-original' }
    await expectOk(who.call('POST', '/v1/stripe_update_address', { order_token, ...street, ...bypass }))
    const before = orderOf(shop.db, order_token)
    await who.visit(`/checkout/${order_token}`)
    expect(orderOf(shop.db, order_token)).toEqual(before)
  })

  test('PAY-20 can edit a step that the account filled, and viewing the page again writes nothing', async () => {
    const { who, db, token } = await atCheckout()
    const before = writesOf(db)
    expect(await pageOf(who, `/checkout/${token}?step=email`)).toContain(`value="${ANA}"`)
    expect(stepsOf(await pageOf(who, `/checkout/${token}?step=address`))).toEqual(['done', 'open', 'later'])
    expect(writesOf(db)).toBe(before)
  })

  test.each<[string, RequestInit]>([
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a look at the headers', { method: 'HEAD' }],
    ['an image', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' } }],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' } }],
  ])('PAY-20 GND-8 gets nothing filled in by %s', async (_, look) => {
    const shop = await world()
    const who = await signedIn(shop, ANA)
    const token = await fillCart(who, shop.db)
    await who.send(`/checkout/${token}`, { ...look, headers: { accept: 'text/html', ...look.headers } })
    expect(orderOf(shop.db, token)).toMatchObject({ email: null, deliveryStreet1: null })
  })

  test('PAY-20 ACC-1 returns from signing in past the steps that the account fills', async () => {
    const shop = await world()
    const who = await signedIn(shop, ANA)
    const token = await fillCart(who, shop.db)
    expect(stepsOf(await pageOf(who, `/checkout/${token}?step=email`))).toEqual(['done', 'done', 'open'])
  })
})

test('PAY-20 a guest, or a visit to someone else’s checkout, fills in nothing', async () => {
  const shop = await world()
  const guest = await shop.shopper()
  const token = await fillCart(guest, shop.db)
  const ana = await signedIn(shop, ANA)
  expect((await ana.visit(`/checkout/${token}`)).status).toBe(302)
  expect(stepsOf(await pageOf(guest, `/checkout/${token}`))).toEqual(['open', 'later', 'later'])
  expect(orderOf(shop.db, token)).toMatchObject({ email: null, deliveryStreet1: null })
})
