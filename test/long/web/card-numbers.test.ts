import { describe, expect, test } from 'vitest'
import { createLog } from '#src/log.ts'
import { holdsCardNumber } from '#src/web/card-number-scan.ts'
import { offerToken, readyToPay } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { addressOf, changingRoutes } from '../../support/routes.ts'
import { world } from '../../support/world.ts'

describe('R25 detects a card number', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '４２４２４２４２４２４２４２４２',
    'card: 4242424242424242.',
    'my card is 4242 4242 4242 4242 12/28 123',
    '4242424242424242,12,2028',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '3782 822463 10005',
    '6011111111111117',
    '3056930009020004',
    '3566002020360505',
    '6200000000000005',
    '6205500000000000004',
    'visit 42424242-4242-4242-8abc-0123456789ab, card 4242424242424242',
    '42424242-4242-4242-4242-424242424242',
  ])('%s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })
})

describe("R25 ignores what isn't one", () => {
  test.each([
    '',
    '4242424242424241', // the check digit is wrong
    '(206) 555-0142',
    '+1 206-555-0142',
    '+44 20 7946 0958',
    '2065550142 98101',
    '98101-4242',
    '1912 Pike Pl, 98101',
    '1763660000000', // a timestamp in milliseconds
    '2026-11-20 10:00:00',
    '4242424242424242x',
    'pi_4242424242424242',
    'a4242424242424242',
    '550e8400-e29b-41d4-a716-446655440000',
    '42424242-4242-4242-8abc-0123456789ab', // a random UUID may contain one by chance
    '[{"id":"42424242-4242-4242-8ABC-0123456789AB"}]',
    '0000000000000000',
    '1234567890123456789012',
    '3LJOEZzjUEMs9u9SJxX70V',
  ])('%s', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  test("none of the shop's tokens", async () => {
    const { services } = await world()
    for (let round = 0; round < 3000; round += 1) {
      expect(holdsCardNumber(services.random.token())).toBe(false)
      expect(holdsCardNumber(services.random.secret())).toBe(false)
    }
  })

  test('long runs of digits are checked quickly', () => {
    expect(holdsCardNumber('1 '.repeat(30_000))).toBe(false)
    expect(holdsCardNumber('9'.repeat(60_000))).toBe(false)
    expect(holdsCardNumber('1-'.repeat(30_000))).toBe(false)
  })
})

const { app: listed } = await world()
const CARD = '4242 4242 4242 4242'

describe.each(changingRoutes(listed).map((route) => [`${route.method} ${route.path}`, route] as const))(
  'R25 SEC-2 %s',
  (_, route) => {
    test('refuses it in every field, name, list and number, stores nothing and logs nothing of it', async () => {
      const lines: string[] = []
      const { shopper, db } = await world({
        services: { log: createLog('trace', { write: (line: string) => void lines.push(line) }) },
      })
      const ana = await shopper()
      const orderToken = await readyToPay(ana, db)
      const path = addressOf(route, {
        orderToken,
        offerToken: offerToken(db, 'demo-fifty'),
        slug: '',
        category: '',
      })
      const before = dump(db)
      const bodies: Record<string, unknown>[] = [
        { order_token: orderToken, email: CARD },
        { order_token: orderToken, delivery_name: CARD, note: 'x' },
        { order_token: orderToken, anything: { deep: [{ er: CARD }] } },
        { order_token: orderToken, number: 4242424242424242 },
        { order_token: orderToken, [CARD]: '1' },
        { order_token: CARD },
      ]
      for (const body of bodies) {
        const response = await ana.call(route.method, path, body)
        expect(response.status, JSON.stringify(body)).toBe(422)
        const text = await response.text()
        expect(text).toContain('please enter card numbers only in the payment form')
        expect(text).not.toMatch(/4242/)
      }
      const inQuery = await ana.call(route.method, `${path}?note=${encodeURIComponent(CARD)}`, {})
      expect(inQuery.status).toBe(422)
      expect(changedTables(before, dump(db))).toEqual([])
      expect(lines.join('')).not.toMatch(/4242\D?4242/) // a request id may contain 4242 by chance
      expect(lines.join('')).toContain('card_number_refused')
    })
  },
)

test('R25 a card number is refused in a query, a path and an idempotency key', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const page = await ana.visit(`/shop?q=${encodeURIComponent(CARD)}`)
  expect(page.status).toBe(422)
  expect(await page.text()).not.toContain(CARD)
  expect((await ana.visit('/products/4242424242424242')).status).toBe(422)
  const key = await ana.send('/v1/update_postal_code', {
    method: 'POST',
    headers: { 'idempotency-key': '4242424242424242', 'x-csrf-token': ana.token },
  })
  expect(key.status).toBe(422)
})

test('R25 the embedded provider refuses one, too: card numbers stay in the page', async () => {
  const { app, config } = await world()
  for (const path of ['/embedded-payments/payment_methods', '/embedded-payments/tokens']) {
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key: config.payments.publishableKey,
        card: '4242424242424242',
        number: '4242424242424242',
      }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(/4242424242424242/)
  }
})
