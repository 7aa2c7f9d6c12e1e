import { describe, expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { itemsOf } from '#src/orders/items.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, fillCart, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { PLACES, saveStep } from '../support/delivery-step.ts'
import { makeRecurring, payWith } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const GIFT = { gift_order: true, gift_info: { recipient_name: 'Ruth', message: 'Eat well.' } }
const LATER = '2026-12-09'

/** Where the sign-in link returns to; null if there is no link. */
function comesBackTo(html: string): string | null {
  const link = /<a id="checkout_sign_in" href="([^"]+)" data-turbo="false">Sign in<\/a>/.exec(html)?.[1]
  return link ? new URL(link.replaceAll('&amp;', '&'), 'http://shop').searchParams.get('redirect_url') : null
}

/** A guest who has entered everything but the card: a gift to Seattle on a later day, with a code. */
async function guestAtPayment(shop: World) {
  const guest = await shop.shopper()
  const token = await readyToPay(guest, shop.db, { email: 'ben.at.work@example.com' })
  expect((await saveStep(guest, token, { ...GIFT, arrival_date: LATER })).status).toBe(200)
  await expectOk(guest.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'SHIPFREE' }))
  return { guest, token }
}

/** Uses the sign-in page's form, as without scripts. @returns the redirect target */
async function signsIn(guest: Shopper, page: string, email = BEN) {
  const nextPath = comesBackTo(await (await guest.visit(page)).text()) ?? ''
  const form = await guest.visit(`/signin?${new URLSearchParams({ redirect_url: nextPath })}`)
  expect(await form.text()).toContain(`name="redirect_url" value="${nextPath.replaceAll('&', '&amp;')}"`)
  const fields = { email, password: DEMO_PASSWORD, redirect_url: nextPath }
  const answer = await guest.submit('POST', '/v1/cc_signin/', fields)
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

/** Everything the shopper has entered for an order. */
const saidOf = (order: Order) =>
  Object.fromEntries(
    Object.entries(order).filter(([name]) =>
      /^(delivery|gift|arrival|ship|lock|charge|exp|email|fc|transit)/.test(name),
    ),
  )

const goods = (shop: World, token: string) =>
  itemsOf(shop.db, orderOf(shop.db, token).id).map(({ slug, quantity }) => `${quantity} ${slug}`)

describe('ACC-1 PAY-2 every page of both checkouts', () => {
  test('ACC-1 PAY-2 offers guests one sign-in link that returns to the same page', async () => {
    const shop = await world()
    const { guest, token } = await guestAtPayment(shop)
    const change = `/${token}/delivery?change=true&return_to=${encodeURIComponent(`/${token}/payment`)}`
    for (const [page, back] of [
      [`/checkout/${token}`, `/checkout/${token}?step=payment`],
      [`/checkout/${token}?step=email`, `/checkout/${token}?step=email`],
      [`/checkout/${token}?step=date`, `/checkout/${token}?step=date`],
      [`/${token}/delivery`, `/${token}/delivery`],
      [change, change],
      [`/${token}/payment`, `/${token}/payment`],
    ] as const) {
      const html = await (await guest.visit(page)).text()
      expect(comesBackTo(html)).toBe(back)
      expect(html.split('Have an account?')).toHaveLength(2)
      expect(html).not.toContain('Signed in as')
    }
  })

  test('ACC-1 CHK-2 does so after a rejected form, too', async () => {
    const shop = await world()
    const guest = await shop.shopper()
    const order_token = await fillCart(guest, shop.db)
    const email = await guest.submit('POST', '/v1/stripe_update_email', { order_token, email: 'ben' })
    expect([email.status, comesBackTo(await email.text())]).toEqual([
      422,
      `/checkout/${order_token}?step=email`,
    ])
    const delivery = await guest.submit('POST', `/v1/update_shipping_address/${order_token}`)
    expect([delivery.status, comesBackTo(await delivery.text())]).toEqual([422, `/${order_token}/delivery`])
  })

  test('ACC-1 shows signed-in shoppers which account they use, with its email in the field', async () => {
    const shop = await world()
    const ben = await signedIn(shop)
    const token = await fillCart(ben, shop.db)
    const editsEmail = `/checkout/${token}?step=email`
    for (const page of [`/${token}/delivery`, `/checkout/${token}`, editsEmail]) {
      const html = await (await ben.visit(page)).text()
      expect(html).toContain(`Signed in as ${BEN}`)
      expect(html).not.toContain('Have an account?')
      const isDone = page === `/checkout/${token}` // PAY-20: filled from the account there
      const field = new RegExp(`<input(?=[^>]* name="email")[^>]* value="${BEN}"`)
      expect(field.test(html)).toBe(!isDone)
    }
  })
})

describe('GND-21 signing in from the payment step', () => {
  test.each([
    ['ACC-1 CRT-7 GND-21 of the newer checkout', (token: string) => `/checkout/${token}?step=payment`],
    ['ACC-1 CRT-7 GND-21 of the older one', (token: string) => `/${token}/payment`],
  ])('%s returns there with everything as it was, ready to pay', async (_, page) => {
    const shop = await world()
    const { guest, token } = await guestAtPayment(shop)
    const before = orderOf(shop.db, token)
    expect(before).toMatchObject({ giftOrder: true, arrivalOn: LATER, deliveryStreet1: '1912 Pike Pl' })

    expect(await signsIn(guest, page(token))).toBe(page(token))
    const back = await guest.visit(page(token))
    const html = await back.text()
    expect(back.status).toBe(200)
    expect(html).toMatch(/Signed in as other@example\.com.*SHIPFREE.*1912 Pike Pl/s)
    const after = orderOf(shop.db, token)
    expect(after.userId).toBe(userOf(shop, BEN).id)
    expect(saidOf(after)).toEqual(saidOf(before))
    expect(goods(shop, token)).toEqual(['1 demo-fifty'])

    expect(await payWith(shop, guest, token)).toMatchObject({ status: 200 })
    await shop.settleDown()
    expect(orderOf(shop.db, token)).toMatchObject({
      state: 'paid',
      totalCents: 5_200,
      giftMessage: 'Eat well.',
    })
  })

  test('GND-21 PAY-4 the account pays the intent that the guest’s page had', async () => {
    const shop = await world()
    const { guest, token } = await guestAtPayment(shop)
    const { paymentIntentId } = await prepareToPay(guest, token)
    await signsIn(guest, `/checkout/${token}`)
    await guest.visit(`/checkout/${token}`)
    const again = await prepareToPay(guest, token)
    expect(again.paymentIntentId).toBe(paymentIntentId)
    await guest.confirm(again.clientSecret)
    await shop.settleDown()
    expect(orderOf(shop.db, token).state).toBe('paid')
  })
})

describe('GND-21 CRT-7 a shopper whose account already has a cart', () => {
  /** Ben's own cart, started on another device, for another address and day. */
  async function bensOwn(shop: World) {
    const phone = await signedIn(shop)
    const token = await readyToPay(phone, shop.db, { slug: 'st-louis-ribs', quantity: 2 })
    const home = { ...PLACES.unconfirmed, delivery_name: 'Ben Ashby', arrival_date: '2026-12-10' }
    const saved = await saveStep(phone, token, { ...home, address_confirmation_bypass: 'use-original' })
    expect(saved.status).toBe(200)
    return { phone, token }
  }

  test('GND-21 CRT-7 finds both merged, with the guest’s address, day and gift, from each old page', async () => {
    const shop = await world()
    const { token: own } = await bensOwn(shop)
    const { guest, token } = await guestAtPayment(shop)
    const before = orderOf(shop.db, token)
    const old = await signsIn(guest, `/${token}/payment`)
    expect(old).toBe(`/${token}/payment`)
    for (const [page, onward] of [
      [old, `/${own}/payment`],
      [`/${token}/delivery`, `/${own}/delivery`],
      [`/${token}/delivery?change=true&return_to=${encodeURIComponent(old)}`, `/${own}/delivery`],
      [`/checkout/${token}`, `/checkout/${own}?step=payment`],
      [`/checkout/${token}?step=address`, `/checkout/${own}?step=address`],
    ] as const) {
      const led = await guest.visit(page)
      expect([led.status, led.headers.get('location')]).toEqual([302, onward])
      expect((await guest.visit(onward)).status).toBe(200)
    }
    const box = orderOf(shop.db, own)
    expect(saidOf(box)).toEqual(saidOf(before))
    expect(goods(shop, own)).toEqual(['2 st-louis-ribs', '1 demo-fifty'])
    const html = await (await guest.visit(`/${own}/payment`)).text()
    expect(html).toMatch(/SHIPFREE.*You can make changes until.*1912 Pike Pl/s)
    expect(await payWith(shop, guest, own)).toMatchObject({ status: 200 })
    await shop.settleDown()
    expect(orderOf(shop.db, own)).toMatchObject({ state: 'paid', totalCents: 5_200 + 4_980 })
  })

  test('GND-21 keeps the account’s details where the guest had not entered any', async () => {
    const shop = await world()
    const { token: own } = await bensOwn(shop)
    changeOrder(shop.db, own, { giftOrder: true, giftMessage: 'From Ben' })
    const before = orderOf(shop.db, own)
    expect(before).toMatchObject({ deliveryStreet1: '12 Elm St', arrivalOn: '2026-12-10' })
    const guest = await shop.shopper()
    const token = await fillCart(guest, shop.db)
    expect(await signsIn(guest, `/checkout/${token}`)).toBe(`/checkout/${token}?step=email`)
    const led = await guest.visit(`/checkout/${token}?step=email`)
    expect(led.headers.get('location')).toBe(`/checkout/${own}?step=email`)
    expect(saidOf(orderOf(shop.db, own))).toEqual(saidOf(before))
  })

  test('GND-21 CHK-7 a gift just entered turns the account’s recurring box into a one-time box', async () => {
    const shop = await world()
    const { phone, token: own } = await bensOwn(shop)
    await makeRecurring(phone, own)
    const { guest, token } = await guestAtPayment(shop)
    await signsIn(guest, `/${token}/payment`)
    expect(orderOf(shop.db, own)).toMatchObject({ giftOrder: true, recurring: false, renewPeriodType: null })
    await guest.visit(`/${own}/payment`)
    expect(await payWith(shop, guest, own)).toMatchObject({ status: 200 })
  })

  test('GND-21 is redirected to the cart once that order is bought', async () => {
    const shop = await world()
    const { token: own } = await bensOwn(shop)
    const { guest, token } = await guestAtPayment(shop)
    await signsIn(guest, `/checkout/${token}`)
    await guest.visit(`/${own}/payment`)
    expect(await payWith(shop, guest, own)).toMatchObject({ status: 200 })
    await shop.settleDown()
    for (const page of [`/checkout/${token}`, `/${token}/delivery`, `/${token}/payment`])
      expect((await guest.visit(page)).headers.get('location')).toBe('/cart')
  })
})
