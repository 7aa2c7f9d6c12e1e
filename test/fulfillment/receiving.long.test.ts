import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lots, offers, varieties } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signedIn } from '../support/account.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, centerShop, PRIYA } from '../support/clerks.ts'
import { inDays, lotNow, offerIdOf, receiveLot, unitsOnHand } from '../support/lots.ts'
import type { Shopper } from '../support/shopper.ts'
import { validator } from '../support/valid-html.ts'
import type { World } from '../support/world.ts'

const RECEIVING = `${CENTER}/receiving`

/** A delivery of 20 packs, announced as 12 and 8. */
async function expected({ shop, dale }: { shop: World; dale: Shopper }) {
  const token = offerToken(shop.db, 'demo-fifty')
  const expected_on = inDays(shop, 1)
  const announce = (quantity: number) =>
    dale.call('POST', RECEIVING, { bid_item_token: token, quantity, expected_on })
  await announce(12)
  const { delivery_id, expected } = await (await announce(8)).json()
  return { token, path: `${RECEIVING}/${delivery_id}`, expected }
}

const line = (shop: World, bid_item_token: string, given: object = {}) => ({
  bid_item_token,
  lot: 'L-101',
  quantity: 20,
  best_by: inDays(shop, 200),
  ...given,
})

test('FUL-12 two announcements for one day are one delivery, and it is counted once', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path, expected: due } = await expected(world)
  expect(due).toBe(20)
  const offerId = offerIdOf(shop, token)
  const body = { lines: [line(shop, token, { pack_date: inDays(shop, -9) })], temperature_f: 4 }
  const answers = await Promise.all([1, 2, 3].map(() => dale.call('POST', `${path}/check_in`, body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()))
  expect(first).toMatchObject({
    state: 'received',
    lines: [{ bid_item_token: token, expected: 20, received: 20, done: true }],
    received: [{ lot: 'L-101', quantity: 20 }],
  })
  for (const other of others) expect(other).toEqual(first)
  expect(unitsOnHand(shop, offerId)).toBe(70)
  expect(shop.db.select().from(lots).where(eq(lots.offerId, offerId)).all()).toMatchObject([
    { code: 'L-101', unitsLeft: 20, packedOn: inDays(shop, -9), originState: 'MT', inspection: 'federal' },
  ])
  const late = await dale.call('POST', `${path}/check_in`, { lines: [line(shop, token, { quantity: 1 })] })
  expect(late.status).toBe(409)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-12 a form submitted twice announces a delivery once, and the next form adds to it', async () => {
  const { shop, dale } = await centerShop()
  const pressOfPage = async () =>
    /name="press" value="([^"]+)"/.exec(await (await dale.visit(RECEIVING)).text())?.[1] ?? ''
  const fields = { bid_item_token: offerToken(shop.db, 'demo-fifty'), quantity: 40 }
  const announce = async (press: string) =>
    (await dale.call('POST', RECEIVING, { ...fields, expected_on: inDays(shop, 9), press })).json()
  const press = await pressOfPage()
  const first = await announce(press)
  expect([first.expected, await announce(press)]).toEqual([40, first])
  expect((await announce(await pressOfPage())).expected).toBe(80)
})

test('FUL-12 a difference needs a reason, and late packs are checked in later into the existing lot', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const checkIn = async (...lines: object[]) => {
    const answer = await dale.call('POST', `${path}/check_in`, { lines })
    return [answer.status, await answer.json()]
  }
  const short = line(shop, token, { quantity: 15 })
  expect(await checkIn(short)).toMatchObject([
    422,
    { error: expect.stringContaining('20 expected, 15 counted') },
  ])
  const partly = { ...short, reason: 'The rest comes later' }
  expect(await checkIn(partly)).toMatchObject([
    200,
    { state: 'partly', lines: [{ received: 15, done: false }] },
  ])
  const rest = line(shop, token, { quantity: 3, reason: 'Damaged' })
  expect(await checkIn({ ...rest, lot: 'L-1O1' })).toMatchObject([
    422,
    { error: expect.stringContaining('L-101') },
  ])
  const differs = expect.stringContaining(`is best by ${formatDate(inDays(shop, 200))}.`)
  expect(await checkIn({ ...rest, best_by: inDays(shop, 99) })).toMatchObject([422, { error: differs }])
  const over = { ...rest, best_by: '2020-01-01' }
  const isOver = expect.stringContaining('its best-by date, Jan 1, 2020, is over.')
  expect(await checkIn(over)).toMatchObject([422, { error: isOver }])
  expect(await (await dale.visit(path)).text()).toContain(
    `<td data-label="Best by">${formatDate(inDays(shop, 200))}</td>`,
  )
  expect(await checkIn({ ...rest, lot: 'l-101 ' })).toMatchObject([200, { state: 'received' }])
  expect(unitsOnHand(shop, offerIdOf(shop, token))).toBe(68)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-12 a rejected count keeps the label details that were typed, and shows them', async () => {
  const world = await centerShop()
  const { token, path } = await expected(world)
  expect(await (await world.dale.visit(path)).text()).toContain('<details class="count-form__more">')
  const count = async (fields: Record<string, string>) => {
    const typed = { bid_item_token: token, quantity: '8', lot: '', inspection: 'federal', ...fields }
    const lines = Object.entries(typed).map(([name, value]) => [`lines[0][${name}]`, value])
    return (await world.dale.submit('POST', `${path}/check_in`, Object.fromEntries(lines))).text()
  }
  const asNew = await count({ new_lot: '1' })
  expect(asNew).toContain('<details class="count-form__more" open="">')
  expect(asNew).toMatch(/name="lines\[0\]\[new_lot\]" value="1" checked=""/)
  expect(await count({ inspection: 'state' })).toContain('<details class="count-form__more" open="">')
  expect(await count({})).toContain('<details class="count-form__more">')
})

test('FUL-12 a refused count names the field that is too long', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  for (const [given, words] of [
    [
      { establishment: 'EST. 38 and EST. 9125B' },
      'Please check “Establishment number”: at most 20 characters.',
    ],
    [{ lot: 'L'.repeat(41) }, 'Please check “Lot”: at most 40 characters.'],
  ] as const) {
    const refused = await dale.call('POST', `${path}/check_in`, { lines: [line(shop, token, given)] })
    expect([refused.status, (await refused.json()).error]).toEqual([422, expect.stringContaining(words)])
  }
})

test('FUL-12 the rest of an offer that arrived in two lots can still be checked in', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const part = (lot: string, given: object = {}) => line(shop, token, { lot, quantity: 5, ...given })
  const checkIn = async (...lines: object[]) =>
    (await dale.call('POST', `${path}/check_in`, { lines })).json()
  const first = await checkIn(part('A-1', { reason: 'The rest comes later' }), part('B-2'))
  expect(first).toMatchObject({ state: 'partly', lines: [{ received: 10, done: false }] })
  const rest = await checkIn(part('A-1'), part('C-3'))
  expect(rest).toMatchObject({ state: 'received', lines: [{ received: 20, done: true }] })
})

test('FUL-12 an impossible count changes nothing', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const other = shop.db
    .select({ token: offers.token })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, 'whole-chicken'))
    .get()
  const refused: [object, number][] = [
    [{ best_by: '' }, 422],
    [{ best_by: inDays(shop, -1) }, 422],
    [{ best_by: 'soon' }, 422],
    [{ best_by: '9999-01-01' }, 422],
    [{ lot: '' }, 422],
    [{ quantity: -1 }, 422],
    [{ quantity: 1.5 }, 422],
    [{ quantity: 9_999_999 }, 422],
    [{ pack_date: inDays(shop, 3) }, 422],
    [{ inspection: 'none' }, 422],
    [{ bid_item_token: 'unknown' }, 404],
    [{ bid_item_token: other?.token }, 422],
  ]
  for (const [given, status] of refused) {
    const answer = await dale.call('POST', `${path}/check_in`, { lines: [line(shop, token, given)] })
    expect([given, answer.status]).toEqual([given, status])
  }
  for (const lines of [[], 'x', [null], [[]]])
    expect((await dale.call('POST', `${path}/check_in`, { lines })).status).toBe(422)
  const made = shop.db.select().from(lots).where(eq(lots.code, 'L-101')).all()
  expect([unitsOnHand(shop, offerIdOf(shop, token)), made]).toEqual([50, []])
})

test('FUL-12 LOT-1 a count is rejected if two of its lines disagree about a lot or have similar lot codes', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const half = (given: object) => line(shop, token, { quantity: 10, ...given })
  for (const [second, words] of [
    [{ best_by: inDays(shop, 20) }, `lot L-101 is best by ${formatDate(inDays(shop, 200))}.`],
    [{ lot: 'L-1O1' }, 'is L-1O1 the lot L-101'],
    [{ inspection: 'state' }, 'lot L-101 may leave its state'],
  ] as const) {
    const answer = await dale.call('POST', `${path}/check_in`, { lines: [half({}), half(second)] })
    expect([answer.status, (await answer.json()).error]).toEqual([422, expect.stringContaining(words)])
  }
  expect(unitsOnHand(shop, offerIdOf(shop, token))).toBe(50)
  const same = await dale.call('POST', `${path}/check_in`, { lines: [half({}), half({})] })
  expect([same.status, unitsOnHand(shop, offerIdOf(shop, token))]).toEqual([200, 70])
})

test('FUL-12 LOT-1 packs that may not leave their state cannot join a lot that may', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const offerId = offerIdOf(shop, token)
  const lot = await receiveLot(shop, { offerId, code: 'L-101', bestBy: inDays(shop, 200), units: 1 })
  const checkIn = (given: object) =>
    dale.call('POST', `${path}/check_in`, { lines: [line(shop, token, given)] })
  expect((await checkIn({ inspection: 'state' })).status).toBe(422)
  expect(lotNow(shop, lot).unitsLeft).toBe(1)
  expect((await checkIn({ inspection: 'state', lot: 'S-7' })).status).toBe(200)
})

test('FUL-12 the form works without scripts, prefills no quantity, and keeps its input if rejected', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  expect(await (await dale.visit(RECEIVING)).text()).toContain('Three Larks Ranch')
  const page = await (await dale.visit(path)).text()
  expect(page).toMatch(/name="lines\[0\]\[quantity\]" value=""/)
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const fields = (quantity: string, reason = '') => ({
    count: '0',
    'lines[0][bid_item_token]': token,
    'lines[0][quantity]': quantity,
    'lines[0][lot]': 'A7',
    'lines[0][best_by]': inDays(shop, 200),
    'lines[0][reason]': reason,
  })
  const refused = await dale.submit('POST', `${path}/check_in`, fields('19'))
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="A7"')])
  const done = await dale.submit('POST', `${path}/check_in`, fields('19', 'Short'))
  expect([done.status, done.headers.get('location')]).toEqual([303, path])
  expect(await (await dale.visit(path)).text()).toContain('All of it is checked in')
})

test('FUL-12 deliveries of another center are a 404 to view and to count', async () => {
  const world = await centerShop()
  const { path } = await expected(world)
  const priya = await signedIn(world.shop, PRIYA)
  await priya.visit('/fulfillment/cumberland-valley/receiving')
  const elsewhere = path.replace('truckee-meadows', 'cumberland-valley')
  for (const other of [path, elsewhere]) {
    expect((await priya.visit(other)).status).toBe(404)
    expect((await priya.call('POST', `${other}/check_in`, { lines: [] })).status).toBe(404)
  }
})

test('FUL-12 one pack that is checked in is one pack', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { token, path } = await expected(world)
  const one = line(shop, token, { quantity: 1, reason: 'The rest comes later' })
  const fields = Object.fromEntries(
    Object.entries(one).map(([name, value]) => [`lines[0][${name}]`, String(value)]),
  )
  expect((await dale.submit('POST', `${path}/check_in`, fields)).status).toBe(303)
  expect(await (await dale.visit(path)).text()).toContain('Checked in: 1 pack.')
})
