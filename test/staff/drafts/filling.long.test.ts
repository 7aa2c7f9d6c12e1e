import { expect, test } from 'vitest'
import { ANA, BEN, signedIn, userOf } from '../../support/account.ts'
import { importPrice, offerToken } from '../../support/buying.ts'
import { DELIVERY, draftDesk } from '../../support/drafts.ts'
import { RUTH } from '../../support/staff.ts'

test("STF-3 a clerk creates one draft per press, and it is nobody's cart", async () => {
  const { shop, ruth, token, trail } = await draftDesk({ customer: ANA })
  const press = { email: 'other-caller@example.com', press: 'P'.repeat(22) }
  const both = await Promise.all([1, 2].map(() => ruth.call('POST', '/staff/drafts', press)))
  const tokens = await Promise.all(
    both.map(async (answer) => ((await answer.json()) as { token: string }).token),
  )
  expect(tokens[0]).toBe(tokens[1])
  expect(trail()).toEqual(['order.drafted'])

  const ana = await signedIn(shop, ANA)
  await ana.call('POST', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 1 })
  const checkout = await ana.visit('/checkout')
  expect(checkout.headers.get('location')).not.toContain(token)
  expect((await ruth.call('POST', '/staff/drafts', { email: 'no address' })).status).toBe(422)
  expect((await ruth.call('POST', '/staff/drafts', { email: RUTH })).status).toBe(409)
  const own = await ruth.submit('POST', '/staff/drafts', { email: RUTH, name: 'Ruth' })
  const page = await own.text()
  expect(own.status).toBe(409)
  for (const kept of [`value="${RUTH}"`, 'value="Ruth"']) expect(page).toContain(kept)
})

test('STF-3 a draft is priced with delivery, tax and codes like any order, and holds no stock', async () => {
  const { act, fill, address, read, trail, order, shop } = await draftDesk()
  expect((await fill(2)).status).toBe(200)
  expect((await address()).status).toBe(200)
  const before = await read()
  expect(before).toMatchObject({ state: 'open', problem: null, promotions_cents: 0 })
  const ana = await signedIn(shop, ANA)
  const dates = (await (await ana.call('GET', `/v1/checkout/${order().token}/dates`)).status) as number
  expect(dates).toBe(404) // it is not hers
  expect((await act('date', { arrival_date: '2026-12-03' })).status).toBe(200)
  expect((await act('date', { arrival_date: '2026-12-25' })).status).toBe(409)
  expect((await act('code', { code: 'ONCE' })).status).toBe(200)
  const after = await read()
  expect([after.arrival_on, after.promotions_cents]).toEqual(['2026-12-03', 1_000])
  expect((await act('code', { mark: 'ONCE' })).status).toBe(200)
  expect(trail()).toEqual([
    'order.drafted',
    'order.draft_filled',
    'order.draft_addressed',
    'order.draft_dated',
    'order.draft_code_added',
    'order.draft_code_removed',
  ])
  expect(order().state).toBe('addressed')
})

test('STF-3 a draft whose email is corrected leaves the account of the wrong one, with its cards', async () => {
  const { shop, act, fill, order } = await draftDesk({ customer: ANA })
  await fill(2)
  const deliver = (email: string) => act('delivery', { ...DELIVERY, email })
  expect((await deliver(ANA.toUpperCase())).status).toBe(200)
  expect(order().userId).toBe(userOf(shop, ANA).id)
  expect((await deliver('new-caller@example.com')).status).toBe(200)
  expect(order()).toMatchObject({ userId: null, email: 'new-caller@example.com' })
  expect((await deliver(BEN)).status).toBe(200)
  expect(order().userId).toBe(userOf(shop, BEN).id)
})

test('STF-3 a draft without an address asks staff for an address, not for theirs', async () => {
  const { ruth, path, act } = await draftDesk()
  expect(await act('link')).toMatchObject({ message: 'Add something to the box first.' })
  const page = await (await ruth.visit(path)).text()
  expect(page).toContain('<dd>Needs an address</dd>')
  expect(page).not.toContain('Needs your address')
  expect(page).toContain('<b>Not ready to be paid yet.</b> Add something to the box first.')
})

test("STF-3 a custom price needs a reason, can't be negative or absurd, and outlasts a catalog price change", async () => {
  const { act, fill, lines, read, pack, shop, ruth, path, order } = await draftDesk()
  expect((await fill(2, {}, 4_000)).status).toBe(422)
  expect((await fill(2, { reason: 'Kind' }, -1)).status).toBe(422)
  expect((await fill(2, { reason: 'Kind' }, 200_001)).status).toBe(422)
  expect((await fill(101, { reason: 'Kind' }, 4_000)).status).toBe(422)
  expect((await fill(-1)).status).toBe(422)
  expect((await act('', { items: [{ bid_item_token: 'A'.repeat(22), quantity: 1 }] })).status).toBe(422)
  const typed = {
    [`quantities[${pack}]`]: '1',
    [`prices[${pack}]`]: '-4.00',
    version: String(order().version),
  }
  expect((await ruth.submit('POST', path, typed)).status).toBe(422)
  expect(lines()).toEqual([])

  expect((await fill(2, { reason: 'A loyal customer' }, 4_000)).status).toBe(200)
  expect(lines()).toEqual([[2, 2, 8_000]])
  importPrice(shop.db, 9_900)
  expect(await read()).toMatchObject({ items_cents: 8_000, reason: 'A loyal customer' })
  expect((await fill(2)).status).toBe(200)
  expect(lines()).toEqual([[2, 0, 0]])
})

test('STF-3 a pack can be given away, even below the order minimum', async () => {
  const { fill, address, read } = await draftDesk()
  expect((await fill(1, { reason: 'Thawed last time' }, 0)).status).toBe(200)
  await address()
  expect(await read()).toMatchObject({ items_cents: 0, total_cents: 0, problem: null })
})

test("STF-3 a large discount needs approval by a colleague who didn't set the price", async () => {
  const { act, fill, address, read, colleague, trail, draft } = await draftDesk()
  const ben = await colleague()
  await address()
  const waiting = await fill(6, { reason: 'Wedding' }, 100)
  expect(waiting.message).toContain('a colleague has to approve')
  expect((await read()).state).toBe('waiting')
  expect((await act('link')).status).toBe(409)
  expect((await act('price', { decision: 'approve' })).status).toBe(409)
  expect((await act('price', { decision: 'approve' }, ben)).status).toBe(200)
  expect(trail()).toContain('order.draft_price_approved')
  expect((await act('link')).status).toBe(200)
  // A larger discount needs approval again; catalog prices don't.
  await fill(7, { reason: 'Wedding' }, 100)
  expect(draft().needsApproval).toBe(true)
  expect((await act('price', { decision: 'refuse' }, ben)).status).toBe(200)
  expect([draft().needsApproval, draft().priceCents]).toEqual([false, null])
})

test('STF-3 of two clerks editing one draft, the second sees both versions and changes nothing', async () => {
  const { fill, lines, colleague, act, pack, order, ruth, path } = await draftDesk()
  const ben = await colleague()
  const { version } = order()
  expect((await fill(2, { version })).status).toBe(200)
  const late = { items: [{ bid_item_token: pack, quantity: 3 }], version }
  const refused = await act('', late, ben)
  expect(refused.status).toBe(409)
  expect(refused.current).toMatchObject({ lines: [{ quantity: 2 }] })
  expect(refused.yours).toMatchObject({ items: [{ quantity: 3 }] })
  expect(lines()).toEqual([[2, 0, 0]])
  const typed = { [`quantities[${pack}]`]: '3', version: String(version) }
  const page = await ben.submit('POST', path, typed)
  expect([page.status, (await page.text()).includes('You sent')]).toEqual([409, true])
  expect((await fill(2, { version })).status).toBe(200) // the same form again
  expect((await ruth.visit(path)).status).toBe(200)
})

test("STF-3 without scripts, packs can be found, added and saved on the draft's page", async () => {
  const { ruth, path, pack, order, lines } = await draftDesk()
  const version = String(order().version)
  const found = await (await ruth.submit('POST', path, { find: '1', q: 'demo fifty', version })).text()
  expect(found).toContain(`quantities[${pack}]`)
  const saved = await ruth.submit('POST', path, {
    [`quantities[${pack}]`]: '2',
    [`prices[${pack}]`]: '45.50',
    reason: 'A neighbor',
    version,
  })
  expect(saved.headers.get('location')).toBe(path)
  expect(lines()).toEqual([[2, 2, 9_100]])
  expect(await (await ruth.visit(path)).text()).toContain('A neighbor')
})

test('STF-3 drafts are listed by state, as JSON, too', async () => {
  const { ruth, token, fill, act } = await draftDesk()
  await fill(1)
  const listed = async (state: string) => {
    const answer = await ruth.call('GET', `/staff/drafts?state=${state}`)
    return ((await answer.json()) as { drafts: { token: string }[] }).drafts.map((draft) => draft.token)
  }
  expect([await listed('open'), await listed('sent')]).toEqual([[token], []])
  await act('link')
  expect([await listed('open'), await listed('sent')]).toEqual([[], [token]])
  await act('drop')
  expect([await listed('sent'), await listed('dropped'), await listed('paid')]).toEqual([[], [token], []])
  expect((await ruth.call('GET', '/staff/drafts?state=lost')).status).toBe(422)
  expect(await (await ruth.visit('/staff/drafts')).text()).toContain(`/staff/drafts/${token}`)
})

test('STF-3 unsaved input survives another search and a refusal', async () => {
  const { shop, ruth, path, order, trail } = await draftDesk()
  const [first, second] = ['demo-fifty', 'demo-sold-out'].map((slug) => offerToken(shop.db, slug))
  const send = async (fields: Record<string, string>) => {
    const answer = await ruth.submit('POST', path, { version: String(order().version), ...fields })
    return { status: answer.status, page: await answer.text() }
  }
  const entered = { [`quantities[${first}]`]: '3', [`prices[${first}]`]: '44.50', reason: '' }
  const found = await send({ ...entered, q: 'salmon', find: '1' })
  expect(found.status).toBe(200)
  const refused = await send({ ...entered, q: 'salmon' })
  expect(refused.status).toBe(422)
  for (const { page } of [found, refused]) {
    expect(page).toContain(`value="3" id="quantity_${first}" name="quantities[${first}]"`)
    expect(page).toContain(`value="44.50" id="price_${first}" name="prices[${first}]"`)
    expect(page).toMatch(/<legend[^>]*>[^<]*[Ss]almon/)
  }
  const empty = await send({ [`quantities[${second}]`]: '0' })
  expect([empty.status, trail()]).toEqual([422, ['order.drafted']])
})

test("STF-3 a customer's own address is prefilled, and staff see what is missing", async () => {
  const { ruth, path, order, read } = await draftDesk({ customer: ANA })
  expect(await read()).toMatchObject({ problem: 'Add something to the box first.' })
  const page = await (await ruth.visit(path)).text()
  const field = (name: string) => new RegExp(`value="([^"]*)" id="draft_${name}"`).exec(page)?.[1]
  expect([field('zip'), field('street1')]).toEqual(['98101', expect.stringMatching(/\w/)])
  expect(order().deliveryStreet1).toBeNull()
})

test('STF-3 an address that a clerk clears is gone, with its day, and the page says so', async () => {
  const { ruth, path, act, fill, address, order, read } = await draftDesk()
  await fill(2)
  await address()
  const cleared = { email: order().email ?? '', delivery_name: 'Cal Ler', delivery_state: 'WA' }
  const saved = await ruth.submit('POST', `${path}/delivery`, {
    ...cleared,
    version: String(order().version),
  })
  expect(saved.headers.get('location')).toBe(path)
  const page = await (await ruth.visit(path)).text()
  expect(page).toContain('Saved. The draft has no address now.')
  expect(page).toContain('<dd>Needs an address</dd>')
  expect(await read()).toMatchObject({
    address: { name: 'Cal Ler', street1: '', city: '', state: '', zip: '' },
    arrival_on: null,
    problem: 'Add the delivery address.',
  })
  expect(order()).toMatchObject({
    state: 'cart',
    fcId: null,
    shipOn: null,
    lockAt: null,
    addressStatus: null,
  })
  expect((await act('delivery', cleared)).message).toBe('Saved.')
  expect((await act('delivery', { ...cleared, delivery_street_address_2: 'Apt 4' })).status).toBe(422)
  expect((await act('link')).status).toBe(200)
})

test('STF-3 the address of an account is shown as not saved until staff save it', async () => {
  const { ruth, path, act, order } = await draftDesk({ customer: ANA })
  const words = 'This address is from their account. It isn’t saved yet.'
  expect(await (await ruth.visit(path)).text()).toContain(words)
  expect((await act('delivery', { ...DELIVERY, email: order().email })).status).toBe(200)
  expect(await (await ruth.visit(path)).text()).not.toContain(words)
})
