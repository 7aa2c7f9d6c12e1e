import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, orderNotes, roles, staffFlags, staffRefunds } from '#db/schema/index.ts'
import { brokenEntry } from '#src/audit/audit.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../../support/account.ts'
import { changeOrder, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { paidOrder } from '../../support/refunding.ts'
import type { Shopper } from '../../support/shopper.ts'
import { RUTH } from '../../support/staff.ts'
import { validator } from '../../support/valid-html.ts'

type Paid = Awaited<ReturnType<typeof paidOrder>>

async function atDesk() {
  const paid = await paidOrder()
  const ruth = await signedIn(paid.shop, RUTH)
  const post = (who: Shopper, action: string, fields: Record<string, unknown>) =>
    who.call('POST', `/staff/orders/${paid.token}/${action}`, fields)
  return { ...paid, ruth, post }
}

async function secondStaff({ shop }: Paid) {
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  return signedIn(shop, BEN)
}

const trailOf = ({ db, token }: Paid) =>
  db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectToken, token))
    .all()
    .map(({ verb, actorName, reason }) => [verb, actorName, reason])

const eventsOf = async (ruth: Shopper, token: string) =>
  (await (await ruth.call('GET', `/staff/orders/${token}`)).json()).timeline as {
    area: string
    title: string
    words: string | null
    by: string | null
  }[]

test("STF-2 an order's page has its facts, totals and one timeline of all events", async () => {
  const { shop, ruth, token, order, post, paidCents } = await atDesk()
  await post(ruth, 'notes', { text: 'Rings at the back door.' })
  await post(ruth, 'resend', { mail: 'receipt' })
  await shop.settleDown()
  const response = await ruth.visit(`/staff/orders/${token}`)
  const page = await response.text()
  for (const words of [
    order().identifier,
    'Ana Whitcomb',
    '1912 Pike Pl',
    'Visa ending in 4242',
    'ana@example.com',
  ])
    expect(page).toContain(words)
  expect((await validator.validateString(page)).results.flatMap(({ messages }) => messages)).toEqual([])
  const titles = (await eventsOf(ruth, token)).map(({ area, title }) => [area, title])
  const dollars = `$${(paidCents / 100).toFixed(2)}`
  for (const event of [
    ['order', 'The order was placed'],
    ['money', `${dollars} charged`],
    ['stock', '1 pack taken from stock'],
    ['mail', 'Emailed the receipt'],
    ['mail', 'Emailed another copy of the receipt'],
    ['note', 'Note'],
    ['staff', 'Sent an email again'],
  ])
    expect(titles).toContainEqual(event)
})

test('STF-2 a note is stored once per press, with its author', async () => {
  const { ruth, post, db, ...paid } = await atDesk()
  const note = { text: 'She moves in May.', press: 'p1' }
  await Promise.all([post(ruth, 'notes', note), post(ruth, 'notes', note)])
  expect(
    db
      .select()
      .from(orderNotes)
      .all()
      .map(({ text }) => text),
  ).toEqual(['She moves in May.'])
  expect((await eventsOf(ruth, paid.token)).find(({ area }) => area === 'note')).toMatchObject({
    by: 'Ruth Abernathy',
  })
  expect(trailOf({ db, ...paid })).toEqual([['order.noted', 'Ruth Abernathy', null]])
  expect((await post(ruth, 'notes', { text: ' ' })).status).toBe(422)
})

test('STF-2 a refused note keeps its text in the form', async () => {
  const { ruth, post, token } = await atDesk()
  await post(ruth, 'notes', { text: 'She moves in May.', press: 'p1' })
  const path = `/staff/orders/${token}/notes`
  const again = await ruth.submit('POST', path, { text: 'She moves in June.', press: 'p1' })
  expect(again.status).toBe(409)
  expect(await again.text()).toContain('>She moves in June.</textarea>')
  const long = await ruth.submit('POST', path, { text: 'x'.repeat(3_000), press: 'p2' })
  expect(long.status).toBe(422)
  expect(await long.text()).toContain(`>${'x'.repeat(3_000)}</textarea>`)
})

test('STF-2 a mail is resent once per press, and only if the order had it', async () => {
  const { ruth, post, shop } = await atDesk()
  const receipts = () => mailsTo(shop, 'ana@example.com').length
  const before = receipts()
  await Promise.all([1, 2].map(() => post(ruth, 'resend', { mail: 'receipt', press: 'p1' })))
  await shop.settleDown()
  expect(receipts()).toBe(before + 1)
  expect((await post(ruth, 'resend', { mail: 'shipment' })).status).toBe(409)
  expect((await post(ruth, 'resend', { mail: 'poem' })).status).toBe(422)
})

test('STF-2 a partial refund is made once, however often it is pressed, and never exceeds what is left', async () => {
  const paid = await atDesk()
  const { ruth, post, shop, paidCents, sent, order, db } = paid
  const part = { amount_cents: 1_000, reason: 'Came late.' }
  const answers = await Promise.all([1, 2, 3].map(() => post(ruth, 'refund', part)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await shop.settleDown()
  expect(await sent()).toEqual([1_000])
  expect(order().state).toBe('paid')

  const tooMuch = await post(ruth, 'refund', { amount_cents: paidCents, reason: 'All of it.' })
  expect([tooMuch.status, (await tooMuch.json()).message]).toEqual([
    422,
    `Only $${((paidCents - 1_000) / 100).toFixed(2)} is left of this order. Nothing was refunded.`,
  ])
  for (const wrong of [
    { amount_cents: 0 },
    { amount_cents: -5 },
    { amount: '1.2.3' },
    { amount_cents: 500, reason: '' },
  ])
    expect((await post(ruth, 'refund', { reason: 'x', ...wrong })).status).toBe(422)
  expect(trailOf(paid)).toEqual([['order.refunded', 'Ruth Abernathy', 'Came late.']])
  expect(mailsTo(shop, 'ana@example.com').at(-1)?.subject).toContain("We're refunding $10.00")
  expect([ledgerProblems(db), brokenEntry(db)]).toEqual([[], null])
})

test('STF-2 a refused form stays open with what was typed', async () => {
  const { ruth, token } = await atDesk()
  const typed = { amount: '9999', reason: 'Came late.', press: 'p1' }
  const refused = await ruth.submit('POST', `/staff/orders/${token}/refund`, typed)
  const page = await refused.text()
  expect([refused.status, page.match(/<details class="staff-order__fold" open/g)?.length]).toEqual([422, 1])
  for (const value of ['9999', 'Came late.']) expect(page).toContain(`value="${value}"`)

  const unsure = { day: '', reason: 'She called.', consent: '1' }
  const unmoved = await (await ruth.submit('POST', `/staff/orders/${token}/move`, unsure)).text()
  expect(unmoved).toMatch(/<details class="staff-order__fold" open[^>]*><summary>Move it to another day/)
  expect(unmoved).toContain('value="She called."')
})

test('STF-2 the totals show what was refunded and what is kept, and a canceled order shows no days', async () => {
  const { ruth, post, shop, token, paidCents } = await atDesk()
  const main = async () => {
    const page = await (await ruth.visit(`/staff/orders/${token}`)).text()
    return page.slice(page.indexOf('<main'))
  }
  expect(await main()).toMatch(/, ships .*, arrives /)
  expect(await main()).not.toContain('Refunded to')
  await post(ruth, 'refund', { amount_cents: 2_000, reason: 'Came late.' })
  await shop.settleDown()
  const kept = `$${((paidCents - 2_000) / 100).toFixed(2)}`
  expect(await main()).toContain('<dt>Refunded to the card</dt><dd>−$20.00</dd>')
  expect(await main()).toContain(`<dt>Kept of the card payment</dt><dd>${kept}</dd>`)
  await post(ruth, 'cancel', { reason: 'She gave up.' })
  await shop.settleDown()
  const canceled = await main()
  expect(canceled).toContain('<dt>Kept of the card payment</dt><dd>$0.00</dd>')
  expect(canceled.slice(0, canceled.indexOf('</header>'))).not.toMatch(/ships|arrives/)
})

test("STF-2 refunding all that is left cancels a box that hasn't shipped", async () => {
  const { ruth, post, shop, paidCents, sent, order, db } = await atDesk()
  await post(ruth, 'refund', { amount_cents: 1_000, reason: 'Came late.' })
  const rest = await post(ruth, 'refund', { amount_cents: paidCents - 1_000, reason: 'She gave up.' })
  expect(await rest.json()).toMatchObject({ canceled: true, state: 'made' })
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [1_000, paidCents - 1_000]])
  expect(ledgerProblems(db)).toEqual([])
  expect((await post(ruth, 'refund', { amount_cents: 100, reason: 'More.' })).status).toBe(409)
})

test('STF-2 a large refund, or several that add up to one, waits for a second person', async () => {
  const paid = await atDesk()
  const { shop, ruth, db } = paid
  const ben = await secondStaff(paid)
  const ana = await shop.shopper()
  const token = await readyToPay(ana, db, { quantity: 6 })
  await ana.confirm((await prepareToPay(ana, token)).clientSecret)
  await shop.settleDown()
  changeOrder(db, token, { state: 'delivered' })
  const refund = (who: Shopper, cents: number, reason: string) =>
    who.call('POST', `/staff/orders/${token}/refund`, { amount_cents: cents, reason })
  expect((await (await refund(ruth, 15_000, 'Thawed.')).json()).state).toBe('made')
  expect((await (await refund(ruth, 6_000, 'And the rest.')).json()).state).toBe('waiting')
  const flag = db.select().from(staffFlags).where(eq(staffFlags.kind, 'refund_waits')).get()
  const decide = (who: Shopper, action: string) =>
    who.call('POST', `/staff/flags/${flag?.id}/resolve`, { action, resolution: 'Fine.' })
  expect((await decide(ruth, 'approve_refund')).status).toBe(409)
  expect((await decide(ben, 'approve_refund')).status).toBe(200)
  expect((await decide(ben, 'refuse_refund')).status).toBe(409)
  await shop.settleDown()
  const rows = db.select().from(staffRefunds).all()
  expect(rows.map(({ state, amountCents }) => [state, amountCents])).toEqual([
    ['made', 15_000],
    ['made', 6_000],
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test('STF-2 the only staff member can refund any amount, since nobody else could approve it', async () => {
  const { shop, ruth, db } = await atDesk()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, db, { quantity: 6 })
  await ana.confirm((await prepareToPay(ana, token)).clientSecret)
  await shop.settleDown()
  changeOrder(db, token, { state: 'delivered' })
  const refund = { amount_cents: 21_000, reason: 'Thawed.' }
  const answer = await ruth.call('POST', `/staff/orders/${token}/refund`, refund)
  expect((await answer.json()).state).toBe('made')
})

test("STF-2 staff can't act on their own orders", async () => {
  const { shop, token, db, post, order } = await atDesk()
  db.insert(roles)
    .values({ userId: userOf(shop, ANA).id, role: 'staff' })
    .run()
  changeOrder(db, token, { email: 'Shopper@example.com' })
  const ana = await signedIn(shop, ANA)
  for (const action of ['refund', 'cancel', 'release', 'reship'])
    expect((await post(ana, action, { amount_cents: 100, reason: 'x', items: [] })).status, action).toBe(409)
  expect([order().state, db.select().from(staffRefunds).all()]).toEqual(['paid', []])
  expect(await (await ana.visit(`/staff/orders/${token}`)).text()).toContain('This is your own order')
})

test('STF-2 staff can cancel a box until it ships, with a reason in the trail', async () => {
  const paid = await atDesk()
  const { ruth, post, order, shop, sent, paidCents } = paid
  expect((await post(ruth, 'cancel', {})).status).toBe(422)
  changeOrder(paid.db, paid.token, { lockAt: shop.clock.now() - 1 })
  const both = await Promise.all([1, 2].map(() => post(ruth, 'cancel', { reason: 'She asked by phone.' })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [paidCents]])
  expect(trailOf(paid)).toEqual([['order.canceled', 'Ruth Abernathy', 'She asked by phone.']])

  const left = await atDesk()
  changeOrder(left.db, left.token, { state: 'shipped' })
  expect((await left.post(left.ruth, 'cancel', { reason: 'x' })).status).toBe(409)
})

test('STF-2 a held box is released once, and its flags say by whom', async () => {
  const paid = await paidOrder('pm_card_createIssuerFraudRecord')
  const ruth = await signedIn(paid.shop, RUTH)
  const release = () => ruth.call('POST', `/staff/orders/${paid.token}/release`, { reason: 'I called her.' })
  expect(paid.order().state).toBe('review')
  expect((await release()).status).toBe(200)
  expect(paid.order().state).toBe('paid')
  expect(paid.flags()).toMatchObject([{ action: 'release_box', resolution: 'I called her.' }])
  expect((await release()).status).toBe(409)
  expect(trailOf(paid)).toEqual([['order.released', 'Ruth Abernathy', 'I called her.']])
})

test('STF-2 staff reship a box once per press, for free and with no more than it had', async () => {
  const paid = await atDesk()
  const { db, token, ruth, post, shop, order } = paid
  const { bid_item_token } = { bid_item_token: (await itemsIn(paid))[0] ?? '' }
  const again = { items: [{ bid_item_token, quantity: 9 }], reason: 'Thawed.', press: 'p1' }
  expect((await post(ruth, 'reship', again)).status).toBe(409) // it hasn't shipped
  changeOrder(db, token, { state: 'delivered' })
  expect((await post(ruth, 'reship', { ...again, items: [] })).status).toBe(409)
  expect((await post(ruth, 'reship', again)).status).toBe(200)
  expect((await post(ruth, 'reship', again)).status).toBe(200)
  await shop.settleDown()
  const free = db.all<{ token: string }>(
    `select token from orders where email = 'ana@example.com' and placed_at is not null and total_cents = 0 and id > ${order().id}`,
  )
  expect(free).toHaveLength(1)
  const box = orderOf(db, free[0]?.token ?? '')
  expect([box.state, box.totalCents]).toEqual(['paid', 0])
  expect(db.all(`select quantity from order_lines where order_id = ${box.id}`)).toEqual([{ quantity: 1 }])
  expect(trailOf(paid)).toEqual([['order.reshipped', 'Ruth Abernathy', 'Thawed.']])
  expect(ledgerProblems(db)).toEqual([])
})

const itemsIn = async ({ db, order }: Paid) =>
  db
    .all<{ token: string }>(
      `select offers.token from order_lines join offers on offers.id = offer_id where order_id = ${order().id}`,
    )
    .map(({ token }) => token)

test('STF-2 without scripts every action is a form that returns to the order', async () => {
  const { ruth, token } = await atDesk()
  await ruth.visit(`/staff/orders/${token}`)
  const sent = await ruth.submit('POST', `/staff/orders/${token}/refund`, {
    amount: '5.00',
    reason: 'Late.',
    press: 'x',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/staff/orders/${token}`])
  const refused = await ruth.submit('POST', `/staff/orders/${token}/refund`, {
    amount: '5000.00',
    reason: 'Late.',
    press: 'y',
  })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Nothing was refunded.')
})
