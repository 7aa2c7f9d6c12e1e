import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import {
  auditEntries,
  boxShorts,
  farmEntries,
  farmPayouts,
  farmStatements,
  unpostedOrders,
  varieties,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { allPeriods, periodsOf } from '#src/farm-money/statement-list.ts'
import { statementOf } from '#src/farm-money/statements.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { downloadWords } from '#views/farm-money/statement-parts.tsx'
import { signedIn } from '../support/account.ts'
import { booksOf, farmOfOrder } from '../support/farm-money.ts'
import { FARMER, OTHER_FARMER } from '../support/farms.ts'
import { boughtCards } from '../support/gift-cards.ts'
import { paidOrder } from '../support/refunding.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { world } from '../support/world.ts'

const MONTH = '2026-11'

/** A paid order with one farm, in December, with the farm's earlier months closed. */
async function decemberDesk() {
  const paid = await paidOrder()
  const { shop, db } = paid
  await postOrders(shop.services)
  const farm = farmOfOrder(db, paid.order().id)
  shop.pass(20 * DAY_MS)
  const ruth = await signedIn(shop, RUTH)
  const path = (month = MONTH) => `/staff/statements/${farm.slug}/${month}`
  const owed = (month = MONTH) => statementOf(db, farm.id, month).owedCents
  const close = (month = MONTH, seen = owed(month)) =>
    ruth.call('POST', `${path(month)}/close`, { seen_cents: String(seen) })
  for (const month of periodsOf(db, farm.id).reverse())
    if (month < MONTH) expect((await close(month)).status).toBe(200)
  const pay = (fields: Record<string, unknown> = {}) =>
    ruth.call('POST', `${path()}/payouts`, {
      amount: (owed() / 100).toFixed(2),
      paid_on: '2026-12-05',
      reference: 'ACH 1187',
      payout_key: 'form-1',
      ...fields,
    })
  const payouts = () => db.select().from(farmPayouts).all()
  const verbs = () =>
    db
      .select()
      .from(auditEntries)
      .all()
      .map(({ verb }) => verb)
  return { ...paid, farm, ruth, path, owed, close, pay, payouts, verbs }
}

test('FRM-2 a statement with one line doesn\'t say "all 1 lines"', () => {
  expect([1, 2].map(downloadWords)).toEqual(['Download the line as CSV', 'Download all 2 lines as CSV'])
})

test('FRM-2 a month is closed once, as the page showed it, and never changes after that', async () => {
  const { shop, db, farm, ruth, path, owed, close, order, token, verbs } = await decemberDesk()
  const before = owed()
  expect((await close(MONTH, before + 1)).status).toBe(409)
  const presses = await Promise.all([close(MONTH, before), close(MONTH, before)])
  expect(presses.map(({ status }) => status)).toEqual([200, 200])
  const closed = verbs().filter((verb) => verb === 'statement.closed').length
  expect(closed).toBe(db.select().from(farmStatements).all().length)

  await durably(db, (tx) => refundOrder(tx, order().id, 'staff', shop.clock.now()))
  await shop.settleDown()
  expect(await booksOf(shop)).toEqual([])
  expect([owed(), statementOf(db, farm.id, MONTH).closed?.id]).toEqual([before, expect.any(Number)])
  const december = await (await ruth.call('GET', path('2026-12'))).json()
  const adjusted = december.lines.filter(({ kind }: { kind: string }) => kind === 'refunded')
  expect(adjusted).toEqual([expect.objectContaining({ order: order().identifier })])
  expect(december.owed_cents).toBeLessThan(0)
  expect((await close(MONTH, before)).status).toBe(200) // the same press, much later
  expect((await close('2026-12')).status).toBe(409) // not over yet
  expect(token).toBeTruthy()
  expect(() => db.update(farmStatements).set({ owedCents: 0 }).run()).toThrow('never changes')
  const [row] = db.select().from(farmEntries).where(eq(farmEntries.period, MONTH)).all()
  expect(() =>
    db
      .insert(farmEntries)
      .values({ ...row!, id: 999_999 })
      .run(),
  ).toThrow('closed')
})

test('FRM-2 a month is not closed while an order can’t be counted, and staff read which', async () => {
  const { shop, db, ruth, path, close, order } = await decemberDesk()
  const { id, identifier } = order()
  // Their sum is more than SQLite can add up.
  for (const _ of ['one', 'another'])
    db.run(sql`insert into box_shorts (wave_id, order_id, offer_id, quantity, reason, items_cents, card_cents, gift_cents, at)
      values ((select min(id) from packing_waves), ${id}, 1, 1, '', 4611686018427387904, 0, 0, 0)`)
  db.insert(unpostedOrders).values({ orderId: id, at: shop.clock.now() }).onConflictDoNothing().run()
  vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  const refused = await close()
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(identifier)])
  const page = await ruth.submit('POST', `${path()}/close`, { seen_cents: '0' })
  expect(await page.text()).toContain(`can’t be counted: ${identifier}.`)
  db.delete(boxShorts).where(eq(boxShorts.orderId, id)).run()
  expect((await close()).status).toBe(200)
})

test("FRM-2 late entries for a closed month name it, and a farm's debt carries over to its next statement", async () => {
  const { shop, db, farm, order, close, path, ruth } = await decemberDesk()
  const at = shop.clock.now()
  await close()
  const changedIn = db.select().from(farmEntries).where(eq(farmEntries.orderId, order().id)).all()[0]
  // A change made in November that is only counted now.
  db.insert(unpostedOrders)
    .values({ orderId: order().id, at: changedIn?.at ?? 0 })
    .run()
  await durably(db, (tx) => refundOrder(tx, order().id, 'staff', at))
  await postOrders(shop.services)
  const { lines } = await (await ruth.call('GET', path('2026-12'))).json()
  expect(lines).toContainEqual(
    expect.objectContaining({ kind: 'refunded', order: order().identifier, for_month: MONTH }),
  )
  const owes = statementOf(db, farm.id, '2026-12').owedCents
  expect(owes).toBeLessThan(0)
  shop.pass(25 * DAY_MS)
  const again = await signedIn(shop, RUTH)
  const closed = await again.call('POST', `${path('2026-12')}/close`, { seen_cents: String(owes) })
  expect(closed.status).toBe(200)
  expect(statementOf(db, farm.id, '2027-01')).toMatchObject({ carriedCents: owes, owedCents: owes })
  const csv = await (await again.visit(`${path('2027-01')}/lines.csv`)).text()
  expect(csv.split('\r\n')[1]).toBe(`,,,Carried over from the month before,,,,,,,,${owes / 100},`)
  expect(await booksOf(shop)).toEqual([])
})

test('FRM-3 a payout with too long a reference stays in its form, and the message names the label', async () => {
  const { ruth, path, close } = await decemberDesk()
  await close()
  const typed = { amount: '12.34', paid_on: '2026-12-05', reference: 'a'.repeat(61), payout_key: 'form-1' }
  const refused = await ruth.submit('POST', `${path()}/payouts`, typed)
  const page = await refused.text()
  expect(refused.status).toBe(422)
  expect(page).toContain('Please check “Check number or bank reference”: at most 60 characters.')
  for (const kept of ['value="12.34"', `value="${typed.reference}"`]) expect(page).toContain(kept)
})

test('FRM-3 a payout is recorded once per form, never exceeds what is owed, and is reversed by its own row', async () => {
  const { shop, ruth, path, owed, close, pay, payouts, verbs } = await decemberDesk()
  expect((await pay()).status).toBe(409) // not closed yet
  await close()
  const presses = await Promise.all([pay(), pay(), pay()])
  expect([presses.map(({ status }) => status), payouts().length]).toEqual([[200, 200, 200], 1])
  expect((await pay({ amount: '0.01' })).status).toBe(409) // the same form, with another amount
  const more = await pay({ payout_key: 'form-2', amount: '0.01' })
  expect([more.status, await more.json()]).toEqual([
    409,
    expect.objectContaining({ errors: { amount: expect.any(String) } }),
  ])
  for (const wrong of [
    { amount: '-5' },
    { amount: 'all' },
    { amount: '0' },
    { paid_on: '2026-12-32' },
    { paid_on: '2027-12-01' },
    { reference: ' ' },
    { payout_key: '' },
  ])
    expect((await pay({ payout_key: 'form-3', ...wrong })).status, JSON.stringify(wrong)).toBe(422)

  const id = payouts()[0]?.id
  const takeBack = (reason: string, payout = id) =>
    ruth.call('POST', `${path()}/payouts/${payout}/take_back`, { reason })
  expect((await takeBack('')).status).toBe(422)
  expect((await takeBack('Wrong farm', 999)).status).toBe(404)
  const long = 'The bank sent it to another farm. '.repeat(7).trim()
  const refused = await ruth.submit('POST', `${path()}/payouts/${id}/take_back`, { reason: long })
  const page = await refused.text()
  expect([refused.status, page.includes(`value="${long}"`)]).toEqual([422, true])
  expect(page).toContain('<details class="statement__correct" open')
  const back = await Promise.all([takeBack('Wrong farm'), takeBack('Wrong farm')])
  expect(back.map(({ status }) => status)).toEqual([200, 200])
  expect(payouts().map(({ cents }) => cents)).toEqual([owed(), -owed()])
  expect((await takeBack('Again', payouts()[1]?.id)).status).toBe(409)
  expect((await pay({ payout_key: 'form-4' })).status).toBe(200)
  expect(verbs().filter((verb) => verb.startsWith('payout.'))).toEqual([
    'payout.recorded',
    'payout.taken_back',
    'payout.recorded',
  ])
  expect(await booksOf(shop)).toEqual([])
})

test('FRM-3 a farm sees its own statements and lines, and no others', async () => {
  const { shop, db, farm, close, pay, order, ana } = await decemberDesk()
  await close()
  await pay()
  const farmers = [await signedIn(shop, FARMER), await signedIn(shop, OTHER_FARMER)]
  const [, other] = farmers
  const mine = `/vendor/three-larks-ranch/statements`
  const list = await (await farmers[0]!.call('GET', mine)).json()
  expect(list.statements.length).toBe(periodsOf(db, 1).length)
  for (const path of [mine, `${mine}/${MONTH}`, `${mine}/${MONTH}/lines.csv`]) {
    const { status } = await farmers[0]!.visit(path)
    const others = await Promise.all([other, ana].map((person) => person!.visit(path)))
    expect([path, status, ...others.map((answer) => answer.status)]).toEqual([
      path,
      200,
      404,
      expect.any(Number),
    ])
    expect([303, 302, 404]).toContain(others[1]?.status)
  }
  for (const month of ['2026-13', 'last', '2026-1'])
    expect((await farmers[0]!.call('GET', `${mine}/${month}`)).status).toBe(404)
  const page = await (await farmers[0]!.visit(`${mine}/${MONTH}`)).text()
  expect((await validator.validateString(page)).results).toEqual([])
  expect(page).toContain('<dt>Owed to you</dt>') // as in its list
  // Other farms' orders stay hidden, and so do their buyers.
  if (farm.id !== 1) expect(page).not.toContain(order().identifier)
  expect(page).not.toContain('@example.com')
})

test('FRM-2 the CSV has every line, in dollars that add up to what is owed', async () => {
  const { ruth, path, owed } = await decemberDesk()
  const answer = await ruth.call('GET', `${path()}/lines.csv`)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const [head, ...rows] = (await answer.text()).replace('\ufeff', '').trim().split('\r\n')
  const column = head?.split(',').indexOf('owed') ?? -1
  const cents = rows.map((row) =>
    Math.round(Number(row.split(',').at(column - (head?.split(',').length ?? 0))) * 100),
  )
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(owed())
  expect(rows.length).toBeGreaterThan(0)
})

test('FRM-2 the pounds in the CSV are numbers that add up, also those of packs that were taken back', async () => {
  const { shop, db, order, path, ruth } = await decemberDesk()
  await durably(db, (tx) => refundOrder(tx, order().id, 'staff', shop.clock.now()))
  await postOrders(shop.services)
  const csvOf = async (month: string) => (await ruth.call('GET', `${path(month)}/lines.csv`)).text()
  const rows = ((await csvOf(MONTH)) + (await csvOf('2026-12'))).split('\r\n')
  const pounds = rows
    .map((row) => row.split(','))
    .filter(([, , identifier]) => identifier === order().identifier)
    .map((cells) => Number(cells.at(-5)))
  expect(pounds.some((each) => each < 0)).toBe(true)
  expect(pounds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0, 5)
})

test('FRM-2 the CSV runs no formula that somebody put in the name of a cut, for staff or the farm', async () => {
  const { ruth, db, path } = await decemberDesk()
  db.update(varieties).set({ name: '=1+1' }).run()
  const csv = await (await ruth.call('GET', `${path()}/lines.csv`)).text()
  expect(csv).toContain(",'=1+1,")
  expect(csv).not.toContain(',=1+1')
})

test("FRM-3 staff see all farms of a month, what is left to pay, and how the goods' money is split", async () => {
  const { ruth, db, close, farm, path } = await decemberDesk()
  await close()
  const list = await (await ruth.call('GET', `/staff/statements?month=${MONTH}&sort=owed`)).json()
  const owed = list.statements.map(({ owed_cents }: { owed_cents: number }) => owed_cents)
  expect(owed).toEqual([...owed].sort((one, other) => other - one))
  expect(list.to_pay).toContainEqual({
    farm: farm.slug,
    month: MONTH,
    left_cents: statementOf(db, farm.id, MONTH).owedCents,
  })
  const { farms_cents, shop_cents, goods_cents } = list.split
  expect([farms_cents + shop_cents, list.months]).toEqual([goods_cents, allPeriods(db)])
  const { statements } = await (
    await ruth.call('GET', `/staff/statements?month=${MONTH}&state=to_pay`)
  ).json()
  expect(statements.every(({ state }: { state: string }) => state === 'closed')).toBe(true)
  expect((await ruth.call('GET', '/staff/statements?month=2026-15')).status).toBe(422)
  expect((await ruth.call('GET', '/staff/statements/nobody/2026-11')).status).toBe(404)
  for (const page of [`/staff/statements?month=${MONTH}`, path(), path('2026-12'), path('2020-01')])
    expect((await validator.validateString(await (await ruth.visit(page)).text())).results, page).toEqual([])
})

test('FRM-3 a month in which only gift cards were sold can be chosen too', async () => {
  const shop = await world()
  shop.pass(60 * DAY_MS)
  await boughtCards(shop, await shop.shopper())
  await postOrders(shop.services)
  const ruth = await signedIn(shop, RUTH)
  const { months, split } = await (await ruth.call('GET', '/staff/statements?month=2027-01')).json()
  expect([months[0], split.goods_cents, split.gift_cards_cents]).toEqual(['2027-01', 0, 5_000])
})

test('FRM-1 "Add terms" pressed twice adds them once, and doesn\'t blame a colleague', async () => {
  const { ruth, farm, verbs } = await decemberDesk()
  const path = `/staff/farms/${farm.slug}/terms`
  const { seen, terms } = await (await ruth.call('GET', path)).json()
  const typed = { kind: 'commission', percent: '25', starts_on: '2027-01-01', seen: String(seen) }
  const before = verbs().length
  const pressed = await Promise.all([1, 2].map(() => ruth.submit('POST', path, typed)))
  expect(pressed.map(({ status }) => status)).toEqual([303, 303])
  expect(verbs().filter((verb) => verb === 'farm_terms.added')).toHaveLength(1)
  expect(verbs()).toHaveLength(before + 1)
  expect((await (await ruth.call('GET', path)).json()).terms).toHaveLength(terms.length + 1)

  const other = await ruth.submit('POST', path, { ...typed, percent: '26' })
  expect([other.status, await other.text()]).toEqual([
    409,
    expect.stringContaining('Someone else added terms.'),
  ])
  const { seen: seenNow } = await (await ruth.call('GET', path)).json()
  expect((await ruth.call('POST', path, { ...typed, percent: '27', seen: seenNow })).status).toBe(200)
  expect((await ruth.submit('POST', path, typed)).status).toBe(409)
})

test("FRM-1 staff add terms; the page shows errors, and a stale form can't hide newer terms", async () => {
  const { ruth, farm, verbs } = await decemberDesk()
  const path = `/staff/farms/${farm.slug}/terms`
  const { seen, terms } = await (await ruth.call('GET', path)).json()
  expect(terms).toMatchObject([{ kind: 'commission', basis_points: 2_000, state: 'in_force' }])
  const add = (fields: Record<string, unknown>) =>
    ruth.call('POST', path, { kind: 'commission', percent: '25', starts_on: '2027-01-01', seen, ...fields })
  for (const [fields, name] of [
    [{ percent: '101' }, 'percent'],
    [{ kind: 'free' }, 'kind'],
    [{ kind: 'pack', price: '0' }, 'price'],
    [{ starts_on: '2026-12-09' }, 'starts_on'],
    [{ offer: 'unknown' }, 'offer'],
  ] as const) {
    const answer = await add(fields)
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, [name]])
  }
  expect((await add({})).status).toBe(200)
  expect((await add({ percent: '26' })).status).toBe(409)
  expect(verbs()).toContain('farm_terms.added')
  const page = await (await ruth.visit(path)).text()
  expect(page).toContain('The shop keeps 25%')
  expect((await validator.validateString(page)).results).toEqual([])
  const refused = await ruth.submit('POST', path, {
    kind: 'pound',
    price: 'x',
    starts_on: '2027-02-01',
    seen,
  })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('Please enter a price like 8.50.'),
  ])
})
