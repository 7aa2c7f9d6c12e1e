import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { giftCardEntries, orders, roles, users } from '#db/schema/index.ts'
import { MINUTE_MS } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { personalData } from '#src/privacy/export.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

const CLERK = 'fulfillment@example.com'

async function desk() {
  const shop = await world()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  return { shop, ruth: await signedIn(shop, RUTH), ben: await signedIn(shop, BEN) }
}

type Person = Awaited<ReturnType<typeof signedIn>>
const pageOf = (shop: World, email: string) => `/staff/customers/${userOf(shop, email).token}`

const KEY = 'k'.repeat(22)
const credit = (by: Person, shop: World, cents: number, more: Record<string, unknown> = {}, email = ANA) =>
  by.call('POST', `${pageOf(shop, email)}/credit`, {
    amount_cents: cents,
    reason: 'Thawed',
    key: KEY,
    ...more,
  })

const factsOf = async (by: Person, shop: World, email = ANA) =>
  (await by.call('GET', pageOf(shop, email))).json()

test('STF-4 customers are found by the start of an email or phone, and by any part of a name', async () => {
  const { shop, ruth } = await desk()
  const { firstName, email, phone } = userOf(shop, BEN)
  const found = async (q: string) =>
    (await (await ruth.call('GET', `/staff/customers?q=${encodeURIComponent(q)}`)).json()).customers.map(
      (one: { email: string }) => one.email,
    )
  expect(await found('OTHER@exam')).toEqual([email])
  expect(await found((firstName ?? '').slice(1, 4))).toContain(email)
  if (phone) expect(await found(`(${phone.slice(2, 5)}) ${phone.slice(5)}`)).toContain(email)
  expect(await found('%')).toEqual([])
  const pageFor = async (q: string) => (await ruth.visit(`/staff/customers?q=${q}`)).text()
  expect(await pageFor(email)).toContain('1 account matches.')
  expect(await pageFor('nobody@nowhere.example')).toContain('0 accounts match.')
  expect(await found('nobody@nowhere.example')).toEqual([])
  const all = await (await ruth.call('GET', '/staff/customers')).json()
  expect([all.page, all.pages, all.customers.length]).toEqual([1, Math.ceil(all.total / 25), 25])
  expect(trailOf(shop)).toEqual([])
})

test('STF-4 a name is found without its accents, with either apostrophe, and last name first', async () => {
  const { shop, ruth } = await desk()
  const { id, email } = userOf(shop, BEN)
  const [firstName, lastName] = ['José', 'O’Brien']
  shop.db.update(users).set({ firstName, lastName }).where(eq(users.id, id)).run()
  const found = async (q: string) =>
    (await (await ruth.call('GET', `/staff/customers?q=${encodeURIComponent(q)}`)).json()).customers.map(
      (one: { email: string }) => one.email,
    )
  for (const q of ['jose', 'JOSÉ', "O'Brien", 'O’BRIEN', "O'Brien, José", "jose  o'b"])
    expect([q, await found(q)]).toEqual([q, [email]])
  for (const q of ['jose smith', '*', '[', 'j?se', '^', ',', 'é'.repeat(3_000)])
    expect([q, await found(q)]).toEqual([q, []])
})

test('STF-4 a customer is found by the end of a phone, and by a phone given with an order', async () => {
  const { shop, ruth } = await desk()
  const [ana, ben] = [userOf(shop, ANA), userOf(shop, BEN)]
  shop.db.update(users).set({ phone: '+12065550188' }).where(eq(users.id, ben.id)).run()
  shop.db.update(users).set({ phone: null }).where(eq(users.id, ana.id)).run()
  const placed = and(eq(orders.userId, ana.id), isNotNull(orders.placedAt))
  const given = shop.db.update(orders).set({ deliveryPhone: '+13125550147' }).where(placed).run()
  expect(given.changes).toBeGreaterThan(0)
  const found = async (q: string) =>
    (await (await ruth.call('GET', `/staff/customers?q=${encodeURIComponent(q)}`)).json()).customers.map(
      (one: { email: string }) => one.email,
    )
  for (const q of ['0188', '555-0188', '206 5550', '+1 (206) 555-0188'])
    expect([q, await found(q)]).toEqual([q, [BEN]])
  const pasted = [
    '\u202a+1 (206) 555-0188\u202c',
    '206\u2011555\u20110188',
    `\u200b${BEN}`,
    `${BEN.slice(0, 5)}\u200e`,
  ]
  for (const q of pasted) expect([q, await found(q)]).toEqual([q, [BEN]])
  for (const q of ['0147', '555-0147', '312 555', '(312) 555-0147'])
    expect([q, await found(q)]).toEqual([q, [ANA]])
  expect(await found('5501')).toEqual([])
})

test('STF-4 SEC-4 viewing a customer leaves one entry per visit, without their name', async () => {
  const { shop, ruth, ben } = await desk()
  for (const by of [ruth, ruth, ben]) expect((await by.visit(pageOf(shop, ANA))).status).toBe(200)
  expect(trailOf(shop).map(({ verb, actorName }) => [verb, actorName])).toEqual([
    ['customer.viewed', 'Ben Castellano'],
    ['customer.viewed', 'Ruth Abernathy'],
  ])
  expect(JSON.stringify(trailOf(shop))).not.toContain(ANA)
  shop.pass(11 * 60_000)
  await ruth.visit(pageOf(shop, ANA))
  expect(trailOf(shop)).toHaveLength(3)
})

test('STF-4 credit is given and taken with a reason, once per form, and shows in the ledger', async () => {
  const { shop, ruth } = await desk()
  const before = (await factsOf(ruth, shop)).credit_cents
  const twice = await Promise.all([credit(ruth, shop, 2_500), credit(ruth, shop, 2_500)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect((await factsOf(ruth, shop)).credit_cents).toBe(before + 2_500)
  expect((await credit(ruth, shop, -1_000, { key: 't'.repeat(22) })).status).toBe(200)
  const facts = await factsOf(ruth, shop)
  expect(facts.credit_cents).toBe(before + 1_500)
  expect(
    facts.credit_entries
      .slice(0, 2)
      .map(({ cause, cents }: { cause: string; cents: number }) => [cause, cents]),
  ).toEqual([
    ['taken', -1_000],
    ['issued', 2_500],
  ])
  expect(trailOf(shop)[0]).toMatchObject({
    verb: 'customer.credit_taken',
    detail: { cents: -1_000 },
    reason: 'Thawed',
  })
  expect(ledgerProblems(shop.db)).toEqual([])
  for (const [fields, status] of [
    [{ amount_cents: 0 }, 422],
    [{ amount_cents: 200_001 }, 422],
    [{ reason: '' }, 422],
    [{ key: '' }, 422],
    [{ amount_cents: '', amount: 'ten' }, 422],
    [{ amount_cents: -100_000 }, 422],
  ] as const)
    expect([fields, (await credit(ruth, shop, 500, { key: 'x'.repeat(22), ...fields })).status]).toEqual([
      fields,
      status,
    ])
  expect((await credit(ruth, shop, 500, { key: 'y'.repeat(22) }, RUTH)).status).toBe(409)
})

test('STF-4 above the daily limit, at once or in parts, a second person must decide', async () => {
  const { shop, ruth, ben } = await desk()
  const given = () =>
    shop.db
      .select()
      .from(giftCardEntries)
      .where(eq(giftCardEntries.reference, `staff:${KEY}`))
      .all()
  expect((await (await credit(ruth, shop, 6_000, { key: 'p'.repeat(22) })).json()).state).toBe('done')
  expect((await (await credit(ruth, shop, 4_001)).json()).state).toBe('waiting')
  expect((await (await credit(ruth, shop, 4_001)).json()).state).toBe('waiting')
  expect(given()).toEqual([])
  const decide = (by: Person, decision = 'approve') =>
    by.call('POST', `${pageOf(shop, ANA)}/credit/${KEY}`, { decision })
  expect((await decide(ruth)).status).toBe(409)
  expect((await decide(ben, 'perhaps')).status).toBe(422)
  const twice = await Promise.all([decide(ben), decide(ben)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(given().map(({ cents }) => cents)).toEqual([4_001])
  expect((await (await credit(ruth, shop, 9_000, { key: 'q'.repeat(22) })).json()).state).toBe('waiting')
  const refused = await ben.call('POST', `${pageOf(shop, ANA)}/credit/${'q'.repeat(22)}`, {
    decision: 'refuse',
  })
  expect(refused.status).toBe(200)
  expect(trailOf(shop)[0]?.verb).toBe('customer.credit_refused')
  expect(ledgerProblems(shop.db)).toEqual([])
})

test("STF-4 notes are stored with their author, and are part of the customer's data export", async () => {
  const { shop, ruth } = await desk()
  const note = (words: string) => ruth.call('POST', `${pageOf(shop, ANA)}/notes`, { words })
  expect([(await note('')).status, (await note('Likes <b>ribeyes</b>.')).status]).toEqual([422, 200])
  expect((await factsOf(ruth, shop)).notes).toMatchObject([
    { words: 'Likes <b>ribeyes</b>.', author: 'Ruth Abernathy' },
  ])
  expect(JSON.stringify(trailOf(shop))).not.toContain('ribeyes')
  const user = userOf(shop, ANA)
  expect(
    JSON.stringify(personalData(shop.db, { user, email: user.email }, 'Droveway', shop.clock.now())),
  ).toContain('ribeyes')
})

test('STF-4 a note sent twice is noted once, and later again', async () => {
  const { shop, ruth } = await desk()
  const note = (words: string) => ruth.submit('POST', `${pageOf(shop, ANA)}/notes`, { words })
  const answers = await Promise.all([note('Called about ice.'), note('Called about ice.')])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const notes = async () => (await factsOf(ruth, shop)).notes.map(({ words }: { words: string }) => words)
  expect(await notes()).toEqual(['Called about ice.'])
  expect(trailOf(shop).filter(({ verb }) => verb === 'customer.note_added')).toHaveLength(1)
  await note('Sent a refund.')
  shop.pass(2 * MINUTE_MS)
  await note('Called about ice.')
  expect((await notes()).sort()).toEqual(['Called about ice.', 'Called about ice.', 'Sent a refund.'])
})

test('STF-4 a customer without consents has a sentence instead of an empty section', async () => {
  const { shop, ruth } = await desk()
  const page = await (await ruth.visit(pageOf(shop, BEN))).text()
  expect(page).toContain('What they agreed to</h2><p class="desk__intro">Nothing yet.</p>')
})

test('STF-4 staff can sign a customer out everywhere', async () => {
  const { shop, ruth } = await desk()
  const [one, two] = [await signedIn(shop, ANA), await signedIn(shop, ANA)]
  expect((await (await ruth.call('POST', `${pageOf(shop, ANA)}/sign_out`)).json()).count).toBe(2)
  for (const person of [one, two]) expect((await person.call('GET', '/account/orders')).status).toBe(401)
  expect((await ruth.call('POST', `${pageOf(shop, RUTH)}/sign_out`)).status).toBe(409)
})

test('STF-4 the pages are valid HTML, including a waiting request', async () => {
  const { shop, ruth, ben } = await desk()
  await credit(ruth, shop, 50_000)
  for (const [by, path] of [
    [ruth, '/staff/customers'],
    [ruth, '/staff/customers?q=nobody'],
    [ruth, pageOf(shop, ANA)],
    [ben, pageOf(shop, ANA)],
    [ben, pageOf(shop, CLERK)],
  ] as const) {
    const { results } = await validator.validateString(await (await by.visit(path)).text())
    expect([path, results.flatMap(({ messages }) => messages.map(({ message }) => message))]).toEqual([
      path,
      [],
    ])
  }
})
