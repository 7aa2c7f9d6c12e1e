import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyMovements, orderLines, stock } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { ANA, BEN, mailsTo, signedIn } from '../../support/account.ts'
import { expectOk, fillCart, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { CALLER, draftDesk } from '../../support/drafts.ts'
import { keepCard } from '../../support/kept-card.ts'
import type { Shopper } from '../../support/shopper.ts'

type Desk = Awaited<ReturnType<typeof draftDesk>>

const charges = ({ shop, order }: Desk) =>
  shop.db.select().from(moneyMovements).where(eq(moneyMovements.orderId, order().id)).all()

/** A sent draft with a custom price. */
async function sentDraft() {
  const desk = await draftDesk()
  await desk.fill(2, { reason: 'A loyal customer' }, 4_000)
  await desk.address()
  expect((await desk.act('link')).status).toBe(200)
  const guest = await desk.shop.shopper()
  return { ...desk, guest, ...(await desk.link()), desk }
}

async function pay(guest: Shopper, order_token: string) {
  const { clientSecret } = await prepareToPay(guest, order_token)
  await guest.confirm(clientSecret)
}

test("STF-3 a guest pays for exactly the link's order, once, and its URL without the key opens nothing", async () => {
  const { guest, path, key, token, order, draft, shop, trail, desk, ruth } = await sentDraft()
  const page = await guest.visit(`${path}?key=${key}`)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect((await guest.visit(`${path}?key=${key.slice(1)}A`)).status).toBe(404)
  expect((await guest.call('POST', path, { key: 'A' })).status).toBe(404)
  expect((await guest.call('POST', '/v1/stripe_validate_payment', { order_token: token })).status).toBe(404)
  expect((await guest.visit(path)).status).toBe(404)

  await expectOk(guest.call('POST', path, { key }))
  expect((await guest.visit(`/checkout/${token}`)).status).toBe(200)
  await pay(guest, token)
  await shop.settleDown()
  expect(order()).toMatchObject({ state: 'paid', itemsCents: 8_000 })
  expect([draft().state, charges(desk).map(({ kind }) => kind)]).toEqual(['paid', ['charge']])
  expect((await guest.call('POST', path, { key })).status).toBe(410)
  expect((await desk.act('drop')).status).toBe(409)
  expect(trail()).toContain('order.link_sent')
  expect(await (await ruth.visit(`/staff/orders/${token}`)).text()).toContain('Sent a link to pay')
  expect(desk.problems()).toEqual([])
})

test("STF-3 the draft's customer can't change its items or make it recurring", async () => {
  const { guest, path, key, token, pack, order, lines, shop } = await sentDraft()
  await expectOk(guest.call('POST', path, { key }))
  await guest.call('POST', `/cart/items/${pack}`, { quantity: 9 })
  await guest.call('PUT', `/cart/items/${pack}`, { quantity: 9 })
  const recurring = await guest.call('POST', '/v1/set_recurring_order', {
    order_token: token,
    recurring: true,
  })
  expect([recurring.status, order().recurring, lines()]).toEqual([422, false, [[2, 2, 8_000]]])
  for (const page of [`/checkout/${token}`, `/${token}/delivery`])
    expect(await (await expectOk(guest.visit(page))).text()).not.toContain('Make it a recurring box')
  expect(await fillCart(guest, shop.db)).not.toBe(token)
})

test('STF-3 a link expires after seven days or when revoked, also for a visitor who used it', async () => {
  const { guest, path, key, token, act, shop, trail, draft, link } = await sentDraft()
  await expectOk(guest.call('POST', path, { key }))
  expect((await act('revoke')).status).toBe(200)
  expect(trail()).toContain('order.link_revoked')
  expect((await guest.visit(`${path}?key=${key}`)).status).toBe(404)
  expect((await guest.call('POST', '/v1/stripe_validate_payment', { order_token: token })).status).toBe(404)
  await act('link')
  const again = await link()
  expect(again.key).not.toBe(key)
  await expectOk(guest.call('POST', path, { key: again.key }))
  shop.pass(7 * DAY_MS)
  expect((await guest.visit(`${path}?key=${again.key}`)).status).toBe(410)
  const late = await guest.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect([late.status >= 400, draft().state]).toEqual([true, 'sent'])
})

test("STF-3 sending twice with one press sends one mail, and a dropped draft's link opens nothing", async () => {
  const { guest, path, key, act, shop, order, trail } = await sentDraft()
  const press = { press: 'P'.repeat(22) }
  const before = mailsTo(shop, CALLER).length
  await Promise.all([act('link', press), act('link', press)])
  await shop.settleDown()
  expect(mailsTo(shop, CALLER).length).toBe(before + 1)
  expect((await act('drop')).status).toBe(200)
  expect((await act('drop')).status).toBe(200)
  expect(trail().filter((verb) => verb === 'order.draft_ended')).toHaveLength(1)
  expect([order().state, (await guest.visit(`${path}?key=${key}`)).status]).toEqual(['expired', 410])
})

test('STF-3 the link says if the order was changed or is sold out, and never oversells', async () => {
  const { guest, path, key, token, fill, shop, order } = await sentDraft()
  shop.pass(60_000)
  await fill(3, { reason: 'One more' }, 4_000)
  expect(await (await guest.visit(`${path}?key=${key}`)).text()).toContain('We changed this box')
  await expectOk(guest.call('POST', path, { key }))
  const offerId = shop.db.select().from(orderLines).where(eq(orderLines.orderId, order().id)).get()!.offerId
  shop.db.update(stock).set({ onHand: 3 }).where(eq(stock.offerId, offerId)).run()
  // Another customer buys one of the last three first.
  const other = await shop.shopper()
  const othersToken = await readyToPay(other, shop.db)
  await pay(other, othersToken)
  await shop.settleDown()
  expect(orderOf(shop.db, othersToken).state).toBe('paid')
  const refused = await guest.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect([refused.status >= 400, await refused.text()]).toEqual([true, expect.stringContaining('call us')])
  expect(await (await guest.visit(`${path}?key=${key}`)).text()).toContain('Only 2 of')
  expect(order().placedAt).toBeNull()
})

/** A draft for an account with a saved card. */
async function keptCardDraft(card = 'pm_card_visa') {
  const desk = await draftDesk({ customer: BEN })
  const { id } = await keepCard(desk.shop, BEN, card)
  await desk.fill(2)
  await desk.address()
  const fields = async () => ({
    card_id: id,
    total_cents: (await desk.read()).total_cents,
    consent: true,
    consent_way: 'phone',
    consent_words: 'Yes, please charge it.',
  })
  return { ...desk, desk, fields }
}

test("STF-3 the saved card is charged once, with the consent's channel, words and time", async () => {
  const { act, fields, order, draft, shop, trail, desk, read } = await keptCardDraft()
  const sent = await fields()
  for (const missing of [{ consent: false }, { consent_words: '' }, { consent_way: 'pigeon' }])
    expect((await act('charge', { ...sent, ...missing })).status).toBe(422)
  expect((await act('charge', { ...sent, total_cents: 100 })).status).toBe(409)
  expect((await act('charge', { ...sent, card_id: 999_999 })).status).toBe(409)
  expect([draft().consentAt, charges(desk)]).toEqual([null, []])

  const { version } = order()
  const both = await Promise.all([1, 2].map(() => act('charge', { ...sent, version })))
  expect(both.map(({ status }) => status)).toContain(200)
  expect((await act('charge', { ...sent, version })).status).toBe(200)
  await shop.settleDown()
  expect([order().state, charges(desk).map(({ kind }) => kind)]).toEqual(['paid', ['charge']])
  expect(draft()).toMatchObject({
    state: 'paid',
    consentWay: 'phone',
    consentWords: 'Yes, please charge it.',
    consentCents: sent.total_cents,
    consentAt: shop.clock.now(),
  })
  expect(trail().filter((verb) => verb === 'order.charge_agreed')).toHaveLength(1)
  expect(await read()).toMatchObject({ consent: { way: 'phone', heard_by: 'Ruth Abernathy' } })
  expect(desk.problems()).toEqual([])
})

test('STF-3 a declined card shows the reason, and the draft can still be sent as a link', async () => {
  const { act, fields, order, shop, desk } = await keptCardDraft('pm_card_chargeCustomerFail')
  const declined = await act('charge', await fields())
  expect([declined.status, declined.message]).toEqual([402, expect.stringContaining('declined')])
  expect((await act('link')).status).toBe(200)
  await shop.settleDown()
  expect([order().placedAt, charges(desk)]).toEqual([null, []])
})

test("STF-3 a guest has no card to charge, and an account's link asks its owner to sign in", async () => {
  const guestDesk = await draftDesk()
  await guestDesk.fill(1)
  await guestDesk.address()
  const total_cents = (await guestDesk.read()).total_cents
  const consent = { consent: true, consent_way: 'email', consent_words: 'Go ahead.' }
  expect((await guestDesk.act('charge', { card_id: 1, total_cents, ...consent })).status).toBe(409)

  const { act, link, shop, token } = await keptCardDraft()
  await act('link')
  const { path, key } = await link()
  expect((await (await shop.shopper()).call('POST', path, { key })).status).toBe(401)
  expect((await (await signedIn(shop, ANA)).call('POST', path, { key })).status).toBe(409)
  const ben = await signedIn(shop, BEN)
  await expectOk(ben.call('POST', path, { key }))
  expect((await ben.visit(`/checkout/${token}`)).status).toBe(200)
})
