import { describe, expect, test } from 'vitest'
import { changeOrder, fillCart, offerToken, orderOf } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import {
  atPayment,
  coverByGift,
  makeRecurring,
  moveToCalifornia,
  payWith,
} from '../support/paying-by-card.ts'
import { type World, world } from '../support/world.ts'

const pageOf = async (shopper: Awaited<ReturnType<World['shopper']>>, token: string) => {
  const response = await shopper.visit(`/${token}/payment`)
  return { response, html: await response.text(), leadsTo: response.headers.get('location') }
}

describe('the payment page', () => {
  test('CHK-9 has the card form, the delivery address, the cart beside it, and the order as data', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const before = dump(shop.db)
    const { response, html } = await pageOf(ana, token)
    expect(response.status).toBe(200)
    expect(html).toContain('<meta name="turbo-visit-control" content="reload"/>')
    expect(html).toContain('data-page-action="order_payment"')
    expect(html).toContain(`action="/v1/update_payment/${token}"`)
    expect(html).toContain('Pay $71.95')
    expect(html).toMatch(/1912 Pike Pl.*Seattle, WA 98101.*\(206\) 555-0142.*ana@example\.com/s)
    expect(html).toContain(`href="/${token}/delivery?change=true`)
    expect(html).toMatch(/<noscript>.*To pay by card, please turn on JavaScript.*<\/noscript>/s)
    expect(html).toContain(`id="order_json"`)
    expect(html).not.toContain('name="terms_of_service"')
    for (const name of ['line1', 'line2', 'city', 'state', 'zip'])
      expect(html).toContain(`name="address_${name}"`)
    // A code entered here returns to this page.
    expect(html).toContain(`name="return_to" value="/${token}/payment"`)
    expect(changedTables(before, dump(shop.db))).toEqual([])
  })

  test('CHK-9 asks for the email if it is missing, then returns to the card', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    changeOrder(shop.db, token, { email: null })
    const { html } = await pageOf(ana, token)
    expect(html).toContain('Your email')
    expect(html).not.toContain('action="/v1/update_payment')
    const refused = await payWith(shop, ana, token)
    expect(refused).toMatchObject({ status: 422, error: 'Please enter your email address.' })
    const fields = { order_token: token, email: 'ana@example.com', return_to: `/${token}/payment` }
    const typo = await ana.submit('POST', '/v1/stripe_update_email', { ...fields, email: 'ana@example' })
    const again = await typo.text()
    expect([typo.status, again]).toEqual([422, expect.stringContaining('data-page-action="order_payment"')])
    expect(again).toContain('Please enter a valid email address.')
    const said = await ana.submit('POST', '/v1/stripe_update_email', fields)
    expect(said.headers.get('location')).toBe(`/${token}/payment`)
    expect((await pageOf(ana, token)).html).toContain('action="/v1/update_payment')
  })

  test('CHK-9 asks for the terms in California', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await moveToCalifornia(shop, token)
    const { html } = await pageOf(ana, token)
    expect(html).toMatch(/<input type="checkbox" name="terms_of_service" value="true" required=""\/>/)
    expect(html).toContain('href="/terms"')
  })

  test('CHK-9 PAY-4 for a member’s free box, saves the card and charges nothing', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await makeRecurring(ana, token)
    await coverByGift(shop, token)
    const { html } = await pageOf(ana, token)
    expect(html).toContain('Save card and place order')
    expect(html).toContain('We&#39;ll save your card for future boxes.')
  })

  test('CHK-9 PAY-11 for an order with nothing to pay, has a plain button that works without a script', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token)
    const { html } = await pageOf(ana, token)
    expect(html).toContain('There&#39;s nothing to pay for this box.')
    expect(html).not.toContain('card-payment')
    const placed = await ana.submit('POST', `/v1/stripe_confirm_stripeless/${token}`)
    expect(placed.headers.get('location')).toBe(`/order/${token}/confirmation`)
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
  })

  test('CHK-9 PAY-11 shows why a free order was rejected on the page that it was sent from', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token)
    await moveToCalifornia(shop, token)
    const refused = await ana.submit('POST', `/v1/stripe_confirm_stripeless/${token}`, {
      return_to: `/${token}/payment`,
    })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(html).toContain('data-page-action="order_payment"')
    expect(html).toContain('Please agree to the terms of service.')
    expect(orderOf(shop.db, token).placedAt).toBeNull()
  })

  test('CHK-9 PAY-11 an order that is no longer free says its new total on both pages, and changes nothing', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token, 5_000) // another order has spent the rest of the card
    const before = dump(shop.db)
    for (const page of [`/${token}/payment`, `/checkout/${token}`]) {
      const fields = { order_token: token, return_to: page }
      const refused = await ana.submit('POST', '/v1/stripe_confirm_stripeless', fields)
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining('The total is now $21.95. Please check it before you pay.'),
      ])
    }
    expect(changedTables(before, dump(shop.db))).toEqual([])
  })
})

describe('the payment page redirects', () => {
  test('CHK-9 another visitor’s or an unknown order to the home page, and is a 404 for anything that is not an order token', async () => {
    const shop = await world()
    const { token } = await atPayment(shop)
    const eve = await shop.shopper()
    expect((await pageOf(eve, token)).leadsTo).toBe('/')
    expect((await pageOf(eve, 'A'.repeat(22))).leadsTo).toBe('/')
    expect((await pageOf(eve, 'orders')).response.status).toBe(404)
  })

  test('CHK-9 an order without an address or date to the delivery step, and an empty cart to the cart', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const bare = await fillCart(ana, shop.db)
    expect((await pageOf(ana, bare)).leadsTo).toBe(`/${bare}/delivery`)
    const lacking = async (column: 'arrivalOn' | 'deliveryPhone') => {
      const { ana: ben, token } = await atPayment(shop)
      changeOrder(shop.db, token, { [column]: null })
      return (await pageOf(ben, token)).leadsTo === `/${token}/delivery`
    }
    expect([await lacking('arrivalOn'), await lacking('deliveryPhone')]).toEqual([true, true])
    await ana.call('DELETE', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`)
    expect((await pageOf(ana, bare)).leadsTo).toBe('/cart')
  })

  test('CHK-9 a placed order to its confirmation', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await payWith(shop, ana, token)
    expect((await pageOf(ana, token)).leadsTo).toBe(`/order/${token}/confirmation`)
  })
})
