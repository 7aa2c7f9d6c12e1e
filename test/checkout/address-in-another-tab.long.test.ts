import { expect, test } from 'vitest'
import { expectOk, orderOf, SEATTLE } from '../support/buying.ts'
import { atPayment, coverByGift, nameCard, sendCard } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const ELSEWHERE = { ...SEATTLE, delivery_street_address_1: '400 Broad St' }
const SENTENCE =
  'This box now goes to 400 Broad St, Seattle, WA 98101. Please check the address before you pay.'

/** Another street at the same price, typed in another tab. */
const readdress = (ana: Shopper, order_token: string) =>
  expectOk(ana.call('POST', '/v1/stripe_update_address', { order_token, ...ELSEWHERE }))

async function shownOn(ana: Shopper, page: string) {
  const html = await (await ana.visit(page)).text()
  const values = [...html.matchAll(/name="(shown_\w+)" value="([^"]*)"/g)]
  return Object.fromEntries(values.map(([, name, value]) => [name, value])) as Record<string, string>
}

test('PAY-8 an address changed in another tab is not paid for by a page that shows the old one', async () => {
  const shop = await world()
  const { ana, token: order_token } = await atPayment(shop)
  const validate = async (fields: object) => {
    const response = await ana.call('POST', '/v1/stripe_validate_payment', { order_token, ...fields })
    return { status: response.status, ...((await response.json()) as object) }
  }
  await readdress(ana, order_token)
  expect(await validate({ shown_address: '1912 Pike Pl, 98101' })).toMatchObject({
    status: 409,
    code: 'address_changed',
    message: SENTENCE,
  })
  expect(await validate({ shown_address: '400 Broad St, 98101' })).toMatchObject({ status: 200 })
  expect(await validate({})).toMatchObject({ status: 200 }) // of a wallet, or of a page loaded before an upgrade
  const status = await ana.call('GET', `/v1/checkout_standing/${order_token}`)
  expect(await status.json()).toMatchObject({ delivery: { street1: '400 Broad St', zip: '98101' } })
})

test.each([
  ['as typed', { delivery_street_address_1: '  1912   pike  pl. ' }],
  ['with a unit', { delivery_street_address_2: ' # 4-B ' }],
  ['with an accent', { delivery_street_address_1: '12 Pen\u0303a Blvd' }],
])('PAY-8 what one tab shows of its own address is never refused: %s', async (_, typed) => {
  const shop = await world()
  const { ana, token: order_token } = await atPayment(shop)
  const address = { ...SEATTLE, ...typed }
  const save = (answer: object) =>
    ana.call('POST', '/v1/stripe_update_address', { order_token, ...address, ...answer })
  await expectOk(save({ address_confirmation_bypass: 'use-original' }))
  const { delivery_street_address_1: street1, delivery_street_address_2: street2 } = address
  const shown = [street1.trim(), street2.trim(), '98101'].filter(Boolean).join(', ')
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token, shown_address: shown }))
})

test('CHK-9 the older page is asked again after its address changed in another tab', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const page = `/${token}/payment`
  const shown = await shownOn(ana, page)
  expect(shown.shown_address).toBe('1912 Pike Pl, 98101')
  await readdress(ana, token)
  const pay = async (fields: object) =>
    sendCard(ana, token, await nameCard(shop), { same_as_shipping: true, ...fields })
  expect(await pay(shown)).toMatchObject({ status: 409, code: 'address_changed', error: SENTENCE })
  expect(shop.standIn.ledger().charges).toBe(0)
  expect(await pay(await shownOn(ana, page))).toMatchObject({ status: 200 })
})

test.each(['island', 'older'])(
  'PAY-11 a covered box is placed only for the address that the %s page showed',
  async (kind) => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token)
    const return_to = kind === 'older' ? `/${token}/payment` : `/checkout/${token}`
    const shown = await shownOn(ana, return_to)
    await readdress(ana, token)
    const place = (fields: Record<string, string>) =>
      ana.submit('POST', '/v1/stripe_confirm_stripeless', { order_token: token, return_to, ...fields })
    const refused = await place(shown)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(SENTENCE)])
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    const placed = await place(await shownOn(ana, return_to))
    expect(placed.headers.get('location')).toBe(`/order/${token}/confirmation`)
  },
)
