import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, giftCards, offers, promotions, rewards, roles } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { expectOk, fillCart, offerToken, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { actionsOf, catalogDesk } from '../support/catalog-desk.ts'
import { addCard, payFor } from '../support/gift-cards.ts'
import { giveReward, redeem, signedIn as rewarded, wordsOf } from '../support/rewards.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import type { World } from '../support/world.ts'

const CODES = '/staff/promotions'
const CARDS = '/staff/promotions/gift_cards'

const promotion = ({ db }: World, code: string) =>
  db.select().from(promotions).where(eq(promotions.code, code)).get()!

/** A guest order at the payment step, with a code entered. */
async function boxWith(shop: World, code: string, email: string) {
  const shopper = await shop.shopper()
  const order_token = await readyToPay(shopper, shop.db, { email })
  const entered = await shopper.call('POST', `/v1/apply_gift_and_promo_codes/${order_token}`, {
    text_entered: code,
  })
  return { shopper, order_token, entered }
}

test('STF-6 a code has a period, a total limit and a limit per customer, and can be stopped and resumed', async () => {
  const { shop, ruth } = await catalogDesk()
  const starts_at = new Date(shop.clock.now() + DAY_MS).toISOString()
  const ends_at = new Date(shop.clock.now() + 9 * DAY_MS).toISOString()
  const made = {
    code: 'harvest 15',
    kind: 'percent',
    percent: '15',
    minimum_cents: 4_000,
    starts_at,
    ends_at,
  }
  const { id } = await (await expectOk(ruth.call('POST', CODES, made))).json()
  expect((await ruth.call('POST', CODES, { ...made, percent: '25' })).status).toBe(422)
  const state = async () => (await (await ruth.call('GET', `${CODES}/${id}`)).json()).state
  expect([await state(), promotion(shop, 'HARVEST15').percent]).toEqual(['coming', 15])

  const change = (fields: object) => expectOk(ruth.call('POST', `${CODES}/${id}`, { ...fields }))
  await change({ customer_limit: 1, use_limit: 2, starts_at: '' })
  expect(promotion(shop, 'HARVEST15')).toMatchObject({
    startsAt: null,
    endsAt: Date.parse(ends_at),
    minimumCents: 4_000,
  })
  expect(await state()).toBe('running')
  const late = await ruth.call('POST', `${CODES}/${id}`, { starts_at: ends_at })
  expect([late.status, (await late.json()).message]).toEqual([422, 'It would end before it starts.'])
  await expectOk(ruth.call('POST', `${CODES}/${id}/stop`, { stopped: 'yes' }))
  await expectOk(ruth.call('POST', `${CODES}/${id}/stop`, { stopped: 'yes' }))
  expect(await state()).toBe('stopped')
  await expectOk(ruth.call('POST', `${CODES}/${id}/stop`, { stopped: 'no' }))
  expect(
    actionsOf(shop, 'promotion.created', 'promotion.changed', 'promotion.stopped', 'promotion.resumed').map(
      ({ verb }) => verb,
    ),
  ).toEqual(['promotion.created', 'promotion.changed', 'promotion.stopped', 'promotion.resumed'])
  for (const bad of [
    { code: 'X', kind: 'percent', percent: '10' },
    { code: 'NOPERCENT', kind: 'percent' },
    { code: 'TOOMUCH', kind: 'percent', percent: '101' },
    { code: 'NOKIND', kind: 'magic' },
    { code: 'NOITEM', kind: 'free_item', offer: 'nothing' },
    { code: 'OVER', kind: 'free_shipping', ends_at: '2020-01-01T00:00' },
    { code: 'BACKWARD', kind: 'free_shipping', starts_at: ends_at, ends_at: starts_at },
    { code: 'HALF', kind: 'free_shipping', use_limit: '1.5' },
  ]) {
    const answer = await ruth.call('POST', CODES, bad)
    expect([answer.status, Object.keys((await answer.json()).errors).length], bad.code).toEqual([422, 1])
  }
})

test('STF-6 a percent may carry its sign, and a total limit its comma', async () => {
  const { shop, ruth } = await catalogDesk()
  const typed = { code: 'SIGNED', kind: 'percent', percent: '12.5 %', use_limit: '1,000' }
  await expectOk(ruth.call('POST', CODES, typed))
  expect(promotion(shop, 'SIGNED')).toMatchObject({ percent: 12.5, useLimit: 1_000 })
  for (const bad of [{ percent: '%' }, { use_limit: '1,0' }, { use_limit: '1,000,5' }])
    expect((await ruth.call('POST', CODES, { ...typed, code: 'BAD', ...bad })).status).toBe(422)
})

test('STF-6 the free item of a code is named by its token, or by its pasted address in the catalog', async () => {
  const { shop, ruth } = await catalogDesk()
  const token = offerToken(shop.db, 'demo-fifty')
  const { id: offerId } = shop.db.select().from(offers).where(eq(offers.token, token)).get()!
  const address = `http://shop.test/staff/catalog/offers/${token}`
  for (const [code, offer] of Object.entries({
    TOKEN: token,
    PASTED: address,
    QUERY: `${address}?from=list#price`,
  })) {
    await expectOk(ruth.call('POST', CODES, { code, kind: 'free_item', offer }))
    expect(promotion(shop, code).offerId, code).toBe(offerId)
  }
})

test("STF-6 a code above one person's limit waits for a colleague, unless there is none", async () => {
  const { shop, ruth } = await catalogDesk()
  const make = async (code: string, fields: object) => {
    const answer = await (await expectOk(ruth.call('POST', CODES, { code, ...fields }))).json()
    return answer as { id: number; message: string }
  }
  const stateOf = async (id: number) => (await (await ruth.call('GET', `${CODES}/${id}`)).json()).state
  const alone = await make('ALONE', { kind: 'percent', percent: '100' })
  expect([alone.message, await stateOf(alone.id)]).toEqual(['ALONE is ready.', 'running'])

  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  const ben = await signedIn(shop, BEN)
  expect(await stateOf((await make('HALF', { kind: 'percent', percent: '50' })).id)).toBe('running')
  expect(await stateOf((await make('TWOHUNDRED', { kind: 'amount', amount_cents: 20_000 })).id)).toBe(
    'running',
  )
  const { id, message } = await make('MOST', { kind: 'percent', percent: '50.1' })
  expect(message).toBe('MOST takes off a lot, so a colleague has to approve it before anyone can use it.')
  expect(await stateOf((await make('MORE', { kind: 'amount', amount_cents: 20_001 })).id)).toBe('proposed')
  expect((await boxWith(shop, 'MOST', 'ana@example.com')).entered.status).toBe(422)

  expect(await (await ben.call('GET', '/staff')).json()).toMatchObject({ promotions_to_approve: 2 })
  expect(await (await ben.visit('/staff')).text()).toContain(`<a href="${CODES}/${id}">MOST</a>`)

  const own = await ruth.call('POST', `${CODES}/${id}/stop`, { stopped: 'no' })
  expect([own.status, (await own.json()).message, await stateOf(id)]).toEqual([
    409,
    'You proposed this promotion, so a colleague has to approve it.',
    'proposed',
  ])
  const page = await (await ruth.visit(`${CODES}/${id}`)).text()
  expect(page).toContain('until a colleague approves it')
  expect(page).not.toContain('Approve it')
  expect(await (await ben.visit(`${CODES}/${id}`)).text()).toContain('Approve it')
  const approved = await expectOk(ben.call('POST', `${CODES}/${id}/stop`, { stopped: 'no' }))
  expect(await approved.json()).toMatchObject({ message: 'Approved.' })
  expect(await stateOf(id)).toBe('running')
  expect((await boxWith(shop, 'MOST', 'ben@example.com')).entered.status).toBe(200)
  expect(
    actionsOf(shop, 'promotion.proposed', 'promotion.approved').map(({ verb, subjectLabel }) => [
      verb,
      subjectLabel,
    ]),
  ).toEqual([
    ['promotion.proposed', 'MOST'],
    ['promotion.proposed', 'MORE'],
    ['promotion.approved', 'MOST'],
  ])
})

test('STF-6 a promotion is approved or resumed only with the limits that its page showed', async () => {
  const { shop, ruth } = await catalogDesk()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  const ben = await signedIn(shop, BEN)
  const made = { code: 'MOST', kind: 'percent', percent: '60', use_limit: '10' }
  const { id } = await (await expectOk(ruth.call('POST', CODES, made))).json()
  const path = `${CODES}/${id}`
  const versionIn = (page: string) =>
    new RegExp(`action="${path}/stop".*?name="version" value="([^"]+)"`, 's').exec(page)?.[1] ?? ''
  const version = versionIn(await (await ben.visit(path)).text())
  await expectOk(ruth.call('POST', path, { use_limit: '' }))

  const stale = await ben.submit('POST', `${path}/stop`, { stopped: 'no', version })
  const page = await stale.text()
  expect([stale.status, promotion(shop, 'MOST').stoppedAt]).toEqual([409, expect.any(Number)])
  expect(page).toContain('A colleague changed its limits after you opened this page. Nothing was saved.')
  const again = { stopped: 'no', version: versionIn(page) }
  for (let press = 0; press < 2; press++)
    expect((await ben.submit('POST', `${path}/stop`, again)).status).toBe(303)
  expect(promotion(shop, 'MOST').stoppedAt).toBeNull()
  expect((await ben.submit('POST', `${path}/stop`, { stopped: 'yes', version })).status).toBe(303)
  expect(actionsOf(shop, 'promotion.approved', 'promotion.stopped')).toHaveLength(2)
})

test('STF-6 PRC-1 a customer uses a limited code once, by account, email or address, even in two orders at once', async () => {
  const { shop, ruth } = await catalogDesk()
  await expectOk(
    ruth.call('POST', CODES, { code: 'EACHONCE', kind: 'amount', amount_cents: 500, customer_limit: 1 }),
  )
  const first = await boxWith(shop, 'EACHONCE', 'ana@example.com')
  expect(first.entered.status).toBe(200)
  const { clientSecret } = await prepareToPay(first.shopper, first.order_token)
  const second = await boxWith(shop, 'EACHONCE', 'ana@example.com')
  expect([second.entered.status, (await second.entered.json()).message]).toEqual([
    422,
    "You've used EACHONCE as often as it can be.",
  ])
  await first.shopper.confirm(clientSecret)
  await shop.settleDown()
  const third = await boxWith(shop, 'EACHONCE', 'someone.else@example.com')
  expect(third.entered.status).toBe(422)
  const page = await (await expectOk(ruth.call('GET', `${CODES}/${promotion(shop, 'EACHONCE').id}`))).json()
  expect(page).toMatchObject({ used: 1, discount_cents: 500, uses: [{ discount_cents: 500 }] })
  const html = await (await ruth.visit(`${CODES}/${promotion(shop, 'EACHONCE').id}`)).text()
  expect(html).toContain(`<a href="${paths.staffOrder(first.order_token)}">${page.uses[0].identifier}</a>`)
  expect(html).not.toContain('The latest')
  shop.db.update(promotions).set({ usedCount: 60 }).where(eq(promotions.code, 'EACHONCE')).run()
  const long = await ruth.visit(`${CODES}/${promotion(shop, 'EACHONCE').id}`)
  expect(await wordsOf(long)).toContain('The latest 1 of 60 uses.')
})

test('STF-6 the list of rewards leads to the order that used one', async () => {
  const { shop, ruth } = await catalogDesk()
  const ana = await rewarded(shop)
  const token = await readyToPay(ana, shop.db, { quantity: 2 })
  await redeem(ana, token, giveReward(shop.db, { amountCents: 1_500 }))
  await addCard(ana)
  await payFor(shop, ana, token)
  const list = await (await ruth.visit(`${CODES}/rewards`)).text()
  expect(list).toContain(`<a href="${paths.staffOrder(token)}">${orderOf(shop.db, token).identifier}</a>`)
  const { items } = await (await ruth.call('GET', `${CODES}/rewards`)).json()
  expect(items[0]).toMatchObject({ used_by_token: token })
})

test('STF-6 a code stopped during payment still applies to that order, and is refused to others', async () => {
  const { shop, ruth } = await catalogDesk()
  const { id } = promotion(shop, 'SHIPFREE')
  const paying = await boxWith(shop, 'SHIPFREE', 'ana@example.com')
  const { clientSecret, amount_cents } = await prepareToPay(paying.shopper, paying.order_token)
  await expectOk(ruth.call('POST', `${CODES}/${id}/stop`))
  await paying.shopper.confirm(clientSecret)
  await shop.settleDown()
  const { uses } = await (await ruth.call('GET', `${CODES}/${id}`)).json()
  expect(uses).toMatchObject([{ total_cents: amount_cents }])
  const other = await boxWith(shop, 'SHIPFREE', 'ben@example.com')
  expect((await other.entered.json()).message).toBe('Sorry, SHIPFREE has expired.')
})

test("STF-6 a limit can't drop below the uses of orders in payment, so each keeps its discount", async () => {
  const { shop, ruth } = await catalogDesk()
  const { id } = promotion(shop, 'SHIPFREE')
  const first = await boxWith(shop, 'SHIPFREE', 'ana@example.com')
  const second = await boxWith(shop, 'SHIPFREE', 'ben@example.com')
  const used = await prepareToPay(first.shopper, first.order_token)
  await first.shopper.confirm(used.clientSecret)
  await shop.settleDown()
  const held = await prepareToPay(second.shopper, second.order_token)
  const lowered = await ruth.call('POST', `${CODES}/${id}`, { use_limit: 1 })
  expect([lowered.status, (await lowered.json()).errors]).toEqual([422, { use_limit: expect.any(String) }])
  await expectOk(ruth.call('POST', `${CODES}/${id}`, { use_limit: 2 }))
  await second.shopper.confirm(held.clientSecret)
  await shop.settleDown()
  expect(promotion(shop, 'SHIPFREE')).toMatchObject({ useLimit: 2, usedCount: 2 })
  expect(orderOf(shop.db, second.order_token).state).toBe('paid')
})

test('STF-6 of two people changing one code, the second sees what is saved now', async () => {
  const { shop, ruth } = await catalogDesk()
  const { id } = promotion(shop, 'WELCOME20')
  const { version } = await (await ruth.call('GET', `${CODES}/${id}`)).json()
  await expectOk(ruth.call('POST', `${CODES}/${id}`, { use_limit: 100, version }))
  const stale = await ruth.call('POST', `${CODES}/${id}`, { use_limit: 50, version })
  expect([stale.status, (await stale.json()).current.use_limit]).toEqual([409, 100])
  const page = await ruth.submit('POST', `${CODES}/${id}`, { use_limit: '50', version })
  const html = await page.text()
  expect([page.status, html.includes('value="50"')]).toEqual([409, true])
  expect(html).toContain('A colleague changed this after you opened this page. Nothing was saved.')
  expect(html).toMatch(/Total uses<\/th><td[^>]*>100<\/td><td[^>]*>50<\/td>/)
  expect(promotion(shop, 'WELCOME20').useLimit).toBe(100)
})

test('STF-6 a form that is saved unchanged keeps the second 1:30 of November and the seconds of a moment', async () => {
  const { shop, ruth } = await catalogDesk()
  const [starts_at, ends_at] = ['2027-11-07T01:30:00-05:00', '2027-11-09T10:15:20-05:00']
  const made = { code: 'FALLBACK', kind: 'percent', percent: '15', starts_at, ends_at }
  const { id } = await (await expectOk(ruth.call('POST', CODES, made))).json()
  const page = await (await ruth.visit(`${CODES}/${id}`)).text()
  const shown = (name: string) => {
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? ''
    return /value="([^"]*)"/.exec(input)?.[1] ?? ''
  }
  const form = { starts_at: shown('starts_at'), ends_at: shown('ends_at'), version: shown('version') }
  expect(form.starts_at).toBe('2027-11-07T01:30')
  const saved = await ruth.submit('POST', `${CODES}/${id}`, { ...form, use_limit: '50' })
  expect(saved.status).toBe(303)
  expect(promotion(shop, 'FALLBACK')).toMatchObject({
    useLimit: 50,
    startsAt: Date.parse(starts_at),
    endsAt: Date.parse(ends_at),
  })
})

test('STF-6 one person can give away $500 a day, in gift cards and rewards together', async () => {
  const { ruth, shop } = await catalogDesk()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, ANA).id, role: 'staff' })
    .run() // a colleague
  const issue = (amount_cents: number, press: string, by = ruth) =>
    by.call('POST', CARDS, { amount_cents, reason: 'A raffle', press: press.repeat(22) })
  await expectOk(issue(40_000, 'a'))
  expect((await issue(10_001, 'b')).status).toBe(422)
  await expectOk(issue(10_000, 'c'))
  expect((await issue(100, 'd')).status).toBe(422)
  shop.pass(DAY_MS)
  await expectOk(issue(100, 'e', await signedIn(shop, RUTH)))
})

test('STF-6 a repeated grant gets the first response, even if the first used up the limit', async () => {
  const { ruth, shop } = await catalogDesk()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, ANA).id, role: 'staff' })
    .run() // a colleague
  const reward = { email: BEN, name: 'Sorry', amount_cents: 20_000, deliver_by: '2026-12-31' }
  const grant = () => ruth.call('POST', `${CODES}/rewards`, { ...reward, press: 'r'.repeat(22) })
  const issue = () =>
    ruth.call('POST', CARDS, { amount_cents: 30_000, reason: 'A raffle', press: 'g'.repeat(22) })
  const [first] = [await (await expectOk(grant())).json(), await expectOk(issue())]
  expect(await (await expectOk(grant())).json()).toEqual(first)
  const again = await issue()
  expect([again.status, (await again.json()).message]).toEqual([
    409,
    expect.stringContaining('This gift card was issued before.'),
  ])
  expect(shop.db.select().from(rewards).where(eq(rewards.name, 'Sorry')).all()).toHaveLength(1)
})

test('STF-6 an issued gift card shows its code once, pays, is in the ledger, and can be frozen', async () => {
  const { shop, ruth } = await catalogDesk()
  const press = 'p'.repeat(22)
  const issue = { amount_cents: 2_500, reason: 'A late box', press }
  const { id, code } = await (await expectOk(ruth.call('POST', CARDS, issue))).json()
  const again = await ruth.call('POST', CARDS, issue)
  expect([again.status, (await again.text()).includes(code)]).toEqual([409, false])
  const page = await (await ruth.visit(CARDS)).text()
  expect([page.includes(code), page.includes(`••••${code.slice(-4)}`)]).toEqual([false, true])
  const trail = JSON.stringify(shop.db.select().from(auditEntries).all())
  expect([trail.includes(code), trail.includes('A late box')]).toEqual([false, true])
  expect(ledgerProblems(shop.db)).toEqual([])

  const box = await boxWith(shop, code, 'ana@example.com')
  expect(box.entered.status).toBe(200)
  await expectOk(ruth.call('POST', `${CARDS}/${id}/freeze`, { frozen: 'yes' }))
  const frozen = await boxWith(shop, code, 'ben@example.com')
  expect(frozen.entered.status).toBe(422)
  await expectOk(ruth.call('POST', `${CARDS}/${id}/freeze`, { frozen: 'no' }))
  expect((await boxWith(shop, code, 'cara@example.com')).entered.status).toBe(200)
  const demo = shop.db
    .select()
    .from(giftCards)
    .all()
    .find(({ codeEnd }) => codeEnd === null)!
  expect((await ruth.call('POST', `${CARDS}/${demo.id}/freeze`)).status).toBe(404)
  const refused = async (bad: object) => {
    const answer = await ruth.call('POST', CARDS, { ...issue, press: 'q'.repeat(22), ...bad })
    return [answer.status, (await answer.json()).message]
  }
  for (const bad of [{ reason: '' }, { press: 'short' }]) expect((await refused(bad))[0]).toBe(422)
  for (const amount_cents of [0, 100_001, 1_000_000, ''])
    expect(await refused({ amount_cents })).toEqual([422, expect.stringContaining('from $1.00 to $1,000.00')])
})

test('STF-6 a secret code is shown in full only once, when created', async () => {
  const { ruth, shop } = await catalogDesk()
  const made = await ruth.submit('POST', CODES, {
    code: 'QUIET-8842',
    kind: 'percent',
    percent: '10',
    secret: '1',
  })
  const page = await (await ruth.visit(made.headers.get('location')!)).text()
  expect([page.split('QUIET-8842').length - 1, page.includes('••••8842')]).toEqual([1, true])
  for (const address of [made.headers.get('location')!, CODES])
    expect(await (await ruth.visit(address)).text(), address).not.toContain('QUIET-8842')
  expect(JSON.stringify(actionsOf(shop, 'promotion.created'))).not.toContain('QUIET-8842')
})

test('STF-6 a reward is granted to an account once, shows in its rewards, and can be ended', async () => {
  const { shop, ruth } = await catalogDesk()
  const grant = {
    email: 'other@example.com',
    name: 'Thanks for waiting',
    amount_cents: 700,
    deliver_by: '2027-01-31',
    press: 'r'.repeat(22),
  }
  const { id } = await (await expectOk(ruth.call('POST', '/staff/promotions/rewards', grant))).json()
  await expectOk(ruth.call('POST', '/staff/promotions/rewards', grant))
  const own = () => shop.db.select().from(rewards).where(eq(rewards.name, grant.name)).all()
  expect(own()).toHaveLength(1)
  const other = await signedIn(shop, 'other@example.com')
  expect(await (await other.visit('/rewards')).text()).toContain('Thanks for waiting')
  await expectOk(ruth.call('POST', `/staff/promotions/rewards/${id}/end`))
  expect(own()[0]!.deliverBy < '2026-11-20').toBe(true)
  const bad = { ...grant, email: 'nobody@example.com', press: 's'.repeat(22) }
  expect((await ruth.call('POST', '/staff/promotions/rewards', bad)).status).toBe(422)
})

test('STF-6 a code is scheduled in a time zone that its forms name', async () => {
  const { ruth } = await catalogDesk()
  const ends_at = '2026-12-31T23:59'
  const made = { code: 'YEAREND', kind: 'percent', percent: '10', ends_at }
  const { id } = await (await expectOk(ruth.call('POST', CODES, made))).json()
  const { ends_at: until } = await (await ruth.call('GET', `${CODES}/${id}`)).json()
  expect(until).toBe('2027-01-01T04:59:00.000Z')
  for (const path of [CODES, `${CODES}/${id}`]) {
    const page = await (await ruth.visit(path)).text()
    expect(page).toContain('Empty: now. New York time.')
    expect(page).toContain('Empty: never. New York time.')
  }
})

test('STF-6 the pages are valid HTML', async () => {
  const { ruth, shop } = await catalogDesk()
  await fillCart(await shop.shopper(), shop.db)
  for (const path of [
    CODES,
    `${CODES}/1`,
    CARDS,
    '/staff/promotions/rewards',
    '/staff/catalog',
    '/staff/catalog/prices',
  ]) {
    const { results } = await validator.validateString(await (await ruth.visit(path)).text())
    expect(
      results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
      path,
    ).toEqual([])
  }
})

test('STF-6 a new code that is sent twice leads to the code it made, unless it says something else', async () => {
  const { shop, ruth } = await catalogDesk()
  const made = { code: 'TWICE', kind: 'percent', percent: '15', use_limit: '5' }
  const [first, second] = await Promise.all([
    ruth.submit('POST', CODES, made),
    ruth.submit('POST', CODES, made),
  ])
  const { id } = promotion(shop, 'TWICE')
  for (const answer of [first, second])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${CODES}/${id}`])
  expect(actionsOf(shop, 'promotion.created')).toHaveLength(1)
  expect((await ruth.submit('POST', CODES, { ...made, use_limit: '6' })).status).toBe(422)
  await expectOk(ruth.call('POST', `${CODES}/${id}/stop`, { stopped: 'yes' }))
  expect((await ruth.submit('POST', CODES, made)).status).toBe(422)
})

test("STF-6 raising a limit of a code above one person's limit waits for a colleague again", async () => {
  const { shop, ruth } = await catalogDesk()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  const ben = await signedIn(shop, BEN)
  const made = { code: 'MOST', kind: 'percent', percent: '60', use_limit: '10', minimum_cents: 5_000 }
  const { id } = await (await expectOk(ruth.call('POST', CODES, made))).json()
  const path = `${CODES}/${id}`
  const now = async () => (await (await ruth.call('GET', path)).json()).state
  const approve = (by: typeof ruth) => by.call('POST', `${path}/stop`, { stopped: 'no' })
  await expectOk(approve(ben))
  await expectOk(ruth.call('POST', path, { use_limit: '5', minimum_cents: 6_000 }))
  expect(await now()).toBe('running')
  expect(await (await ruth.visit(path)).text()).toContain('Raising a limit stops this code')

  const raised = await expectOk(ruth.call('POST', path, { use_limit: '500' }))
  expect((await raised.json()).message).toBe(
    'Saved. MOST takes off a lot, so a colleague has to approve its new limits before anyone can use it.',
  )
  expect([await now(), (await approve(ruth)).status]).toEqual(['proposed', 409])
  await expectOk(ben.call('POST', path, { minimum_cents: 0 }))
  expect((await approve(ben)).status).toBe(409)
  await expectOk(approve(ruth))
  expect(await now()).toBe('running')
})
