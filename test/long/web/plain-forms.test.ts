import { describe, expect, test } from 'vitest'
import { fillCart, offerToken, orderOf, readyToPay, SEATTLE } from '../../support/buying.ts'
import { addressOf, changingRoutes } from '../../support/routes.ts'
import { world } from '../../support/world.ts'

const { app: listed } = await world()
const ROUTES = changingRoutes(listed)

/** Routes that get a 404 or 410 here: their token doesn't exist, or the order was never bought. */
const NOBODYS =
  /:(secret|userToken|sessionToken|requestToken|identityToken|entryKey|handle|lineToken|boughtToken|slug|fileHash|editToken|uploadHash)\b|\/(buy-again|pay-for-box|pay)$/

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'GND-5 %s as a plain form',
  (_, route) => {
    test.each(['right', 'empty'])(
      'with %s fields responds with a page, or a redirect to one',
      async (kind) => {
        const { shopper, db } = await world()
        const ana = await shopper()
        const orderToken = await readyToPay(ana, db)
        const token = offerToken(db, 'grass-fed-ground-beef')
        const fields = {
          order_token: orderToken,
          quantity: '2',
          postal_code: '98101',
          email: 'ana@example.com',
          ...SEATTLE,
        }
        const path = addressOf(route, { orderToken, offerToken: token, slug: '', category: '' })
        const sent: Record<string, string> = kind === 'right' ? fields : { order_token: orderToken }
        const response = await ana.submit(route.method as 'POST', path, sent)
        expect([200, 303, 409, 422, ...(NOBODYS.test(route.path) ? [404, 410] : [])]).toContain(
          response.status,
        )
        if (response.status === 303) {
          const next = await ana.visit(response.headers.get('location') ?? '')
          expect([200, 302, 303]).toContain(next.status)
        } else if (!path.includes('payment_intent') && !path.includes('validate_payment')) {
          expect(response.headers.get('content-type')).toContain('text/html')
        }
      },
    )
  },
)

test('GND-5 without scripts the cart can be filled, changed and emptied, and each page shows the result', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const beef = `/cart/items/${offerToken(db, 'grass-fed-ground-beef')}`
  const shown = async (response: Response) => (await ana.visit(response.headers.get('location') ?? '')).text()

  expect(await shown(await ana.submit('POST', beef, { quantity: '2' }))).toContain('to your box.')
  expect(await shown(await ana.submit('PUT', beef, { quantity: '3' }))).toContain('Your box now has 3 ×')
  expect(await shown(await ana.submit('PUT', beef, { quantity: 'many' }))).toContain(
    'Please enter a whole number.',
  )
  expect(await shown(await ana.submit('DELETE', beef))).toContain('from your box.')
  expect(await (await ana.visit('/cart')).text()).not.toMatch(/cart_item_\d/)
})

test("GND-5 without scripts the checkout steps before payment work through the pages' own forms", async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const token = await fillCart(ana, db)
  const formOn = async (step: string, action: string) => {
    const html = await (await ana.visit(`/checkout/${token}?step=${step}`)).text()
    const form =
      [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)]
        .map(([one]) => one)
        .find((one) => one.includes(action)) ?? ''
    expect(form, step).toContain(action)
    expect(form).toContain('name="authenticity_token"')
    return [...form.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)
  }
  expect(await formOn('email', '/v1/stripe_update_email')).toEqual(
    expect.arrayContaining(['order_token', 'email']),
  )
  expect(
    (await ana.submit('POST', '/v1/stripe_update_email', { order_token: token, email: 'ana@example.com' }))
      .status,
  ).toBe(303)
  const names = await formOn('address', '/v1/stripe_update_address')
  expect(names).toEqual(expect.arrayContaining(['order_token', ...Object.keys(SEATTLE)]))
  expect(
    (await ana.submit('POST', '/v1/stripe_update_address', { order_token: token, ...SEATTLE })).status,
  ).toBe(303)
  const date = `/v1/subscriptions/update_arrival_date/${token}`
  expect(await formOn('date', date)).toEqual(expect.arrayContaining(['arrival_date']))

  const order = orderOf(db, token)
  expect(order).toMatchObject({
    email: 'ana@example.com',
    deliveryCity: 'Seattle',
    deliveryPostalCode: '98101',
  })
  expect(order.arrivalOn).not.toBeNull()
})
