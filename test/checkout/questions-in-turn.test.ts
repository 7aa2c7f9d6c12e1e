import { expect, test } from 'vitest'
import { fillCart, orderOf, SEATTLE } from '../support/buying.ts'
import { world } from '../support/world.ts'

const CHEYENNE = {
  ...SEATTLE,
  delivery_street_address_1: '2101 oneil avenue',
  delivery_city: 'Cheyenne',
  delivery_state: 'WY',
  delivery_postal_code: '82001',
}

/** The first answer that the open dialog offers, with the hidden fields it resends. */
function firstAnswer(html: string): Record<string, string> {
  const panel = /<dialog[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
  const fields = [...panel.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const [, value = '', name = ''] =
    /<button[^>]*type="submit"[^>]*value="([^"]*)" name="([^"]*)"/.exec(panel) ?? []
  return { ...Object.fromEntries(fields.map(([, told, text]) => [told, text])), [name]: value }
}

const titleOf = (html: string) => /class="address-choice__title"[^>]*>([^<]+)</.exec(html)?.[1]

test('PAY-3 GND-5 without scripts, several questions about one address are asked one by one, each once', async () => {
  const { db, shopper } = await world()
  const ana = await shopper()
  const order_token = await fillCart(ana, db, 'whole-chicken', 2)
  await ana.visit(`/checkout/${order_token}`)
  await ana.submit('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE })
  expect(orderOf(db, order_token).deliveryPostalCode).toBe('98101')

  const asked: (string | undefined)[] = []
  let fields: Record<string, string> = { order_token, ...CHEYENNE }
  for (let turn = 0; turn < 5; turn++) {
    const answer = await ana.submit('POST', '/v1/stripe_update_address', fields)
    if (answer.status === 303) break
    expect(answer.status).toBe(422)
    const html = await answer.text()
    asked.push(titleOf(html))
    fields = firstAnswer(html)
  }
  expect(asked).toEqual([
    'Confirm your address',
    'Boxes to this ZIP code may arrive late',
    'Boxes to this address ship from a different center',
  ])
  expect(orderOf(db, order_token)).toMatchObject({
    deliveryPostalCode: '82001',
    deliveryStreet1: '2101 Oneil Ave',
    postalCodeDelayAccepted: true,
  })
})
