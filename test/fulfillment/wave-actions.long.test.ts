import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { type Order, orders, payments, shipments } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { holdForReview } from '#src/orders/review.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signedIn } from '../support/account.ts'
import { CENTER, changeBox, PRIYA } from '../support/clerks.ts'
import { boughtLabels } from '../support/label-jobs.ts'
import { validator } from '../support/valid-html.ts'
import {
  type BoxStep,
  cancelOrder,
  orderNow,
  press,
  readWave,
  shipmentsOf,
  WAVE,
  waveShop,
} from '../support/waves.ts'
import type { World } from '../support/world.ts'

const stateOf = async (clerk: Parameters<typeof readWave>[0], { token }: Order) => {
  const { orders: rows } = await readWave(clerk)
  return rows.find(({ order_token }: { order_token: string }) => order_token === token)
}

/** Edits an order the way a shopper does, with a new version. */
const editBox = (shop: World, order: Order, columns: Partial<Order>) =>
  changeBox(shop, order, { ...columns, version: orderNow(shop, order).version + 1 })

test('FUL-6 a packed box shows by whom and when, and a second press changes nothing', async () => {
  const { shop, dale, boxes } = await waveShop()
  const answer = await press(dale, 'packed', boxes.slice(0, 2))
  expect([answer.status, (await answer.json()).orders.map(({ state }: Order) => state)]).toEqual([
    200,
    ['packed', 'packed'],
  ])
  const packedAt = new Date(shop.clock.now()).toISOString()
  shop.pass(60_000)
  expect((await press(dale, 'packed', boxes.slice(0, 3))).status).toBe(200)
  expect(await stateOf(dale, boxes[0]!)).toMatchObject({
    state: 'packed',
    packed_at: packedAt,
    packed_by: expect.stringContaining('Dale'),
  })
  expect((await stateOf(dale, boxes[2]!)).packed_at).not.toBe(packedAt)
  expect(orderNow(shop, boxes[0]!).state).toBe('in_wave')
})

test('FUL-6 shipping creates one shipment per box, however often it is pressed, and the shopper sees it on its way', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [ours] = boxes.filter(({ userId }) => userId !== null)
  if (!ours) throw new Error('a demo shopper has a box in the wave')
  await press(dale, 'packed', [ours])
  const answers = await Promise.all([1, 2, 3].map(() => press(dale, 'shipped', [ours])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(shipmentsOf(shop, ours)).toMatchObject([{ waveId: 1, fcId: 1, shippedAt: shop.clock.now() }])
  const shipped = orderNow(shop, ours)
  expect([shipped.state, shipped.version]).toEqual(['shipped', ours.version + 1])
  const { email } = ours
  const ana = await signedIn(shop, email ?? '')
  expect(await (await ana.visit(`/account/orders/${ours.token}`)).text()).toContain('On its way')
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-6 one press ships all packed boxes and no others', async () => {
  const { shop, dale, boxes } = await waveShop()
  await press(dale, 'packed', boxes.slice(0, 3))
  await cancelOrder(shop, boxes[0]!)
  const form = await dale.submit('POST', `${WAVE}/shipped`, { select_all: 'true', without_labels: '1' })
  expect([form.status, form.headers.get('location')]).toEqual([303, WAVE])
  const shipped = shop.db.select().from(shipments).all()
  expect(shipped.map(({ orderId }) => orderId).sort()).toEqual([boxes[1]!.id, boxes[2]!.id].sort())
  expect(await (await dale.visit(WAVE)).text()).toContain('Shipped: 2 boxes.')
})

test('FUL-6 a removed box can be selected again, and its old wave can no longer move it', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box, shippedBox] = boxes as [Order, Order]
  const removed = await (await press(dale, 'remove', [box])).json()
  expect(removed.message).toBe('Removed from the wave: 1 box. Its slip is no longer good.')
  expect([orderNow(shop, box).state, (await stateOf(dale, box)).state]).toEqual(['paid', 'removed'])
  expect((await press(dale, 'remove', [box])).status).toBe(200)
  for (const step of ['packed', 'shipped'] as const) {
    const late = await press(dale, step, [boxes[2]!, box])
    expect([late.status, (await late.json()).error]).toEqual([409, expect.stringContaining(box.identifier)])
  }
  expect((await stateOf(dale, boxes[2]!)).state).toBe('to_pack')
  const again = await dale.call('POST', `${CENTER}/orders/export?order_tokens[]=${box.token}`)
  await shop.settleDown()
  const job = await (await dale.call('GET', `/jobs/${(await again.json()).job_id}`)).json()
  expect([job.packing_wave_id, orderNow(shop, box).state]).toEqual([2, 'in_wave'])
  expect((await press(dale, 'remove', [box])).status).toBe(200)
  expect(orderNow(shop, box).state).toBe('in_wave')
  await press(dale, 'shipped', [shippedBox])
  const gone = await press(dale, 'remove', [shippedBox])
  expect([gone.status, (await gone.json()).code]).toEqual([409, 'shipped'])
})

test('WAV-2 voiding a wave releases its unshipped boxes, once', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [shippedBox, canceled, packed] = boxes as [Order, Order, Order]
  await press(dale, 'shipped', [shippedBox])
  await press(dale, 'packed', [packed])
  await cancelOrder(shop, canceled)
  const answers = [await dale.call('POST', `${WAVE}/void`), await dale.call('POST', `${WAVE}/void`)]
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
  expect([first.state, first.orders.length, second.orders.length]).toEqual(['void', boxes.length - 2, 0])
  expect(first.message).toContain(`Back to be selected: ${boxes.length - 2} boxes.`)
  const states = boxes.map((box) => orderNow(shop, box).state)
  expect(states).toEqual(['shipped', 'canceled', ...boxes.slice(2).map(() => 'paid')])
  expect((await press(dale, 'packed', [packed])).status).toBe(409)
  expect(await (await dale.visit(WAVE)).text()).toContain('This wave is void')
})

const CHANGES: [what: string, words: string, change: (shop: World, order: Order) => unknown][] = [
  ['canceled', 'was canceled', cancelOrder],
  [
    'held',
    'was held for review',
    (shop, { id }) =>
      durably(shop.db, (tx) =>
        holdForReview(tx, tx.select().from(orders).where(eq(orders.id, id)).get()!, shop.clock.now()),
      ),
  ],
  [
    'refunded',
    'was refunded',
    ({ db }, { id }) => db.update(payments).set({ status: 'refunded' }).where(eq(payments.orderId, id)).run(),
  ],
  ['edited', 'was edited', (shop, order) => editBox(shop, order, { deliveryStreet1: '7 New Rd' })],
]

test.each(CHANGES)(
  'WAV-2 an order %s in its wave blocks packing and shipping, including for the others selected with it',
  async (why, words, change) => {
    const { shop, dale, boxes } = await waveShop()
    const [changed, other] = boxes as [Order, Order]
    await change(shop, changed)
    for (const step of ['packed', 'shipped'] as BoxStep[]) {
      const answer = await press(dale, step, [other, changed])
      const refused = await answer.json()
      expect([answer.status, refused.code, refused.error]).toEqual([
        409,
        'changed',
        `${changed.identifier} ${words} since this wave was made. Nothing was changed.`,
      ])
      expect(refused.orders).toMatchObject([{ order_token: changed.token, difference: { why } }])
    }
    expect([shipmentsOf(shop, other), (await stateOf(dale, other)).state]).toEqual([[], 'to_pack'])
    expect((await press(dale, 'remove', [changed])).status).toBe(200)
    expect((await press(dale, 'shipped', [other])).status).toBe(200)
  },
)

test('WAV-2 the wave page shows removed and new values, as valid HTML', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [edited, canceled] = boxes as [Order, Order]
  editBox(shop, edited, { deliveryStreet1: '<b>7 New Rd', arrivalOn: assertDay('2026-12-24') })
  await cancelOrder(shop, canceled)
  const form = await dale.submit('POST', `${WAVE}/packed`, { 'order_tokens[]': canceled.token })
  expect(form.status).toBe(409)
  const html = await form.text()
  expect(html).toContain(`${canceled.identifier} was canceled`)
  expect(html).toContain('<ins>Arrives Thu, Dec 24</ins>')
  expect(html).toMatch(/<del>[^<]*<\/del> <ins>&lt;b&gt;7 New Rd/)
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('WAV-2 an order update that does not affect the box does not block it', async () => {
  const { shop, dale, boxes } = await waveShop()
  editBox(shop, boxes[0]!, { addressStatus: 'confirmed', addressVerifiedAt: shop.clock.now() })
  expect((await press(dale, 'packed', [boxes[0]!])).status).toBe(200)
})

test("FUL-6 unknown and missing orders are named, and another center's boxes cannot be moved", async () => {
  const { shop, dale, boxes } = await waveShop()
  const all = shop.db.select().from(orders).all()
  const foreign = all.find(({ fcId, placedAt }) => fcId === 2 && placedAt)
  const elsewhere = all.find(({ fcId, state }) => fcId === 1 && state === 'paid')
  for (const [token, status] of [
    ['nobody', 404],
    [foreign?.token ?? '', 404],
    [elsewhere?.token ?? '', 422],
  ] as const)
    for (const step of ['packed', 'shipped', 'remove'] as BoxStep[]) {
      const answer = await press(dale, step, [boxes[0]!, { token }])
      expect([answer.status, (await answer.json()).error]).toEqual([
        status,
        expect.stringContaining(`"${token}"`),
      ])
    }
  for (const fields of [{}, { order_tokens: [] }, { order_tokens: [{ a: 1 }] }])
    expect((await dale.call('POST', `${WAVE}/shipped`, fields)).status).toBeOneOf([404, 422])
  const unknown = await dale.call('POST', `${CENTER}/packing_waves/2/void`)
  expect([unknown.status, (await unknown.json()).error]).toEqual([
    404,
    'There is no wave "2" in this center.',
  ])
  const priya = await signedIn(shop, PRIYA)
  await priya.visit('/fulfillment/cumberland-valley')
  const theirs = '/fulfillment/cumberland-valley/packing_waves/1/shipped'
  expect((await priya.call('POST', theirs, { order_tokens: [boxes[0]!.token] })).status).toBe(404)
  expect((await press(priya, 'shipped', [boxes[0]!])).status).toBe(404)
  expect([shop.db.select().from(shipments).all(), (await stateOf(dale, boxes[0]!)).state]).toEqual([
    [],
    'to_pack',
  ])
})

test('FUL-6 if canceling and shipping race, the box either ships or is canceled, never both', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [answer] = await Promise.all([press(dale, 'shipped', [box]), cancelOrder(shop, box)])
  const order = orderNow(shop, box)
  expect([order.state === 'shipped', answer.status === 200, shipmentsOf(shop, box).length === 1]).toEqual(
    order.state === 'shipped' ? [true, true, true] : [false, false, false],
  )
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-6 the page asks before boxes ship without labels, and then ships just those', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [first, second, other] = boxes as [Order, Order, Order]
  expect((await press(dale, 'packed', [first, second])).status).toBe(200)
  const choices: Record<string, string>[] = [
    { select_all: 'true' },
    { select_all: 'filter', state: 'packed' },
  ]
  for (const chosen of choices) {
    const asked = await dale.submit('POST', `${WAVE}/shipped`, chosen)
    const page = await asked.text()
    expect([
      asked.status,
      page.includes(`Without a label: ${first.identifier}, ${second.identifier}.`),
    ]).toEqual([409, true])
    expect(page).toContain('Ship 2 boxes without labels')
    for (const [name, value] of Object.entries(chosen))
      expect(page).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    const { results } = await validator.validateString(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
  expect(shipmentsOf(shop, first)).toEqual([])
  await boughtLabels(shop, dale, [first.token])
  const one = { 'order_tokens[]': first.token }
  expect((await dale.submit('POST', `${WAVE}/shipped`, one)).status).toBe(303)
  const told = { 'order_tokens[]': second.token, without_labels: '1' }
  expect((await dale.submit('POST', `${WAVE}/shipped`, told)).status).toBe(303)
  expect([first, second, other].map((box) => orderNow(shop, box).state)).toEqual([
    'shipped',
    'shipped',
    'in_wave',
  ])
})
