import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, orderLines, orders, outboxMessages, stock, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { formatCents } from '#src/money.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { BEING_PAID_SENTENCE } from '#src/orders/rules.ts'
import { ANA } from '../support/account.ts'
import { bundleIn, bundleReadyToPay, choicesFor, linesIn } from '../support/bundles.ts'
import { changeOrder, expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { BY_EMAIL, payFor } from '../support/gift-cards.ts'
import { type World, world } from '../support/world.ts'

async function signedIn(made: World, email: string) {
  const somebody = await made.shopper()
  await expectOk(somebody.call('POST', '/v1/cc_signin', { email, password: DEMO_PASSWORD }))
  await somebody.visit('/')
  return somebody
}

/** Ana buys a box as a guest. @returns also the link in her receipt email */
async function guestsOrder() {
  const made = await world()
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await made.settleDown()
  const mail = made.db
    .select()
    .from(outboxMessages)
    .where(eq(outboxMessages.recipient, 'ana@example.com'))
    .get()
  const link = /http:\/\/localhost:3000(\/account\/orders\/[\w?=-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { made, ana, token, link, order: orderOf(made.db, token) }
}

test('ORD-2 the history shows the account’s own orders only, newest first, paginated', async () => {
  const made = await world()
  const ben = await signedIn(made, 'other@example.com')
  const account = made.db.select().from(users).where(eq(users.email, 'other@example.com')).get()
  const own = made.db
    .select()
    .from(orders)
    .where(eq(orders.userId, account?.id ?? 0))
    .all()
  const placed = own
    .filter(({ placedAt }) => placedAt !== null)
    .sort((one, other) => (other.placedAt ?? 0) - (one.placedAt ?? 0) || other.id - one.id)
  const pages = Math.ceil(placed.length / 10)
  const shown: string[] = []
  for (let page = 1; page <= pages; page++) {
    const html = await (await ben.visit(`/account/orders?page=${page}`)).text()
    shown.push(...[...html.matchAll(/>Order (DW-\w+)</g)].map(([, identifier]) => identifier ?? ''))
  }
  expect(shown).toEqual(placed.map(({ identifier }) => identifier))
  expect((await ben.visit(`/account/orders?page=${pages + 1}`)).status).toBe(404)
})

test('ORD-2 an account without orders sees an empty history, and a guest signs in first and returns', async () => {
  const made = await world()
  const guest = await made.shopper()
  const turned = await guest.visit('/account/orders')
  expect([turned.status, turned.headers.get('location')]).toEqual([303, '/signin'])
  const answer = await guest.submit('POST', '/v1/create_account', {
    email: 'nora@example.com',
    password: 'brisket on sunday',
  })
  expect(answer.headers.get('location')).toBe('/account/orders')
  expect(await (await guest.visit('/account/orders')).text()).toContain('No orders yet')
})

test('ORD-2 SEC-4 an order, its receipt and buying it again are private: for others it is the same 404 as an unknown order', async () => {
  const { made, ana, token } = await guestsOrder()
  const eve = await signedIn(made, 'shopper@example.com')
  expect((await ana.visit(`/account/orders/${token}`)).status).toBe(200)
  for (const path of ['', '/receipt', '?key=', '?key=x', `?key=${guestKey(made.config, 'x'.repeat(22))}`]) {
    const foreign = await eve.visit(`/account/orders/${token}${path}`)
    const unknown = await eve.visit(`/account/orders/${'A'.repeat(22)}${path}`)
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(await foreign.text()).not.toMatch(/ana@example|Pike|\bDW-[2-9A-Z]{8}\b/)
  }
  expect((await eve.call('POST', `/account/orders/${token}/buy-again`)).status).toBe(404)
})

test('ORD-2 the link in a guest’s receipt opens that order on any device, read-only', async () => {
  const { made, token, link, order } = await guestsOrder()
  expect(link).toMatch(new RegExp(`^/account/orders/${token}\\?key=[\\w-]{43}$`))
  const phone = await made.shopper()
  const page = await phone.visit(link)
  const html = await page.text()
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(html).toContain(order.identifier)
  expect(html).not.toMatch(/order_json|current_user|buy-again|Change delivery details/)
  expect((await phone.visit(link.replace('?', '/receipt?'))).status).toBe(200)
  expect((await phone.visit(`/account/orders/${token}`)).status).toBe(303)
  expect((await phone.call('POST', `/account/orders/${token}/buy-again`)).status).toBe(401)
  expect((await phone.visit(`/order/${token}/confirmation`)).headers.get('location')).toBe('/')
})

test('ORD-2 ACC-6 the confirmation offers a guest an account, and once that has the order, the mailed link asks to sign in', async () => {
  const { made, ana, token, link } = await guestsOrder()
  expect(await (await ana.visit(`/order/${token}/confirmation`)).text()).toContain('href="/create-password"')
  await expectOk(
    ana.call('POST', '/v1/create_account', { email: 'ana@example.com', password: 'brisket on sunday' }),
  )
  await ana.visit('/')
  const page = await (await ana.visit(`/order/${token}/confirmation`)).text()
  expect(page).not.toContain('/create-password')
  const phone = await made.shopper()
  expect((await phone.visit(link)).headers.get('location')).toBe('/signin')
  expect((await ana.visit(link)).status).toBe(200)
})

test('ORD-2 the receipt has every line and total that was charged', async () => {
  const { ana, token, order } = await guestsOrder()
  const html = await (await ana.visit(`/account/orders/${token}/receipt`)).text()
  expect(html).toContain(order.identifier)
  expect(html).toMatch(/Visa ending in 4242/)
  expect(html).toContain(`$${((order.totalCents ?? 0) / 100).toFixed(2)}`)
})

test('ORD-2 GND-5 each order page has a back link, a guest’s receipt with its key; printing needs scripts', async () => {
  const { made, ana, token, link } = await guestsOrder()
  const receipt = await (await ana.visit(`/account/orders/${token}/receipt`)).text()
  expect(receipt).toMatch(new RegExp(`href="/account/orders/${token}".*Back to your order`, 's'))
  expect(receipt).toMatch(/<button type="button"[^>]*data-action="print#print"[^>]*>\s*Print/)
  const phone = await made.shopper()
  const guests = await (await phone.visit(link.replace('?', '/receipt?'))).text()
  const back = /class="receipt__back" href="([^"]+)"/.exec(guests)?.[1] ?? ''
  expect([back, (await phone.visit(back)).status]).toEqual([link, 200])

  const ben = await signedIn(made, 'other@example.com')
  const history = main(await (await ben.visit('/account/orders')).text())
  expect(history).toContain('<a href="/account">Your account</a>')
  const [, order] = /href="(\/account\/orders\/[\w-]{22})"/.exec(history) ?? []
  expect(main(await (await ben.visit(order ?? '')).text())).toContain('href="/account/orders"')
})

const main = (page: string) => /<main.*<\/main>/s.exec(page)?.[0] ?? ''

test('ORD-2 buying again adds the available items at current prices and names the missing ones', async () => {
  const { made, ana, token } = await guestsOrder()
  const again = await ana.call('POST', `/account/orders/${token}/buy-again`)
  expect(await again.json()).toMatchObject({
    message: 'We added everything from that order to your box.',
    missing: [],
  })
  expect(await (await ana.visit('/cart')).text()).not.toContain('Your box is empty')

  await ana.call('POST', `/account/orders/${token}/buy-again`)
  made.db.update(stock).set({ onHand: 0 }).run()
  const none = await ana.call('POST', `/account/orders/${token}/buy-again`)
  expect(none.status).toBe(422)
  expect(await none.text()).toContain('nothing from that order is available right now')
})

test('ORD-2 buying again adds what is left of an item, and says why it adds no more', async () => {
  const { made, ana, token, order } = await guestsOrder()
  const again = async () => {
    const response = await ana.call('POST', `/account/orders/${token}/buy-again`)
    return { status: response.status, ...((await response.json()) as { added: number; message: string }) }
  }
  const { offerId } = made.db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).get()!
  const line = eq(orderLines.offerId, offerId)
  made.db.update(orderLines).set({ quantity: 3 }).where(line).run()
  made.db.update(stock).set({ onHand: 2 }).where(eq(stock.offerId, offerId)).run()
  expect(await again()).toMatchObject({
    status: 200,
    added: 2,
    message: 'We added what we could. Only 2 of Winter Braising Share, 4 lb are left.',
  })
  expect(await again()).toMatchObject({
    status: 422,
    added: 0,
    message: "We didn't add anything to your box. Only 2 of Winter Braising Share, 4 lb are left.",
  })

  made.db.update(offers).set({ maxQuantity: 2 }).where(eq(offers.id, offerId)).run()
  made.db.update(stock).set({ onHand: 50 }).where(eq(stock.offerId, offerId)).run()
  expect((await again()).message).toContain('A box can hold up to 2 of Winter Braising Share, 4 lb.')

  const cart = (await ana.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  const now = made.clock.now()
  changeOrder(made.db, cart, {
    state: 'payment_pending',
    holdExpiresAt: now + 60_000,
    paymentInFlightAt: now,
  })
  expect(await again()).toMatchObject({ status: 422, message: BEING_PAID_SENTENCE })
})

test('ORD-2 CAT-8 a bundle is bought again as one, at its price and with its cuts', async () => {
  const made = await world()
  const ana = await made.shopper()
  const choices = choicesFor(made.db, 'standard')
  const token = await bundleReadyToPay(ana, made.db, { handle: 'standard', choices })
  await expectOk(ana.call('POST', `/cart/items/${choices[0]}`, { quantity: 1 }))
  await payFor(made, ana, token)
  const again = async () => (await ana.call('POST', `/account/orders/${token}/buy-again`)).json()
  const { priceCents, name } = bundleIn(made.db, 'standard')
  const whole = { message: 'We added everything from that order to your box.', added: choices.length + 1 }
  expect(await again()).toMatchObject(whole)
  const cart = (await ana.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  const lines = linesIn(made.db, cart)
  const loose = lines.reduce((sum, line) => sum + line.priceCents * (line.quantity - line.bundledQuantity), 0)
  const bundled = lines.reduce((sum, line) => sum + line.bundledCents, 0)
  expect([bundled, loose]).toEqual([priceCents, lines[0]?.priceCents])

  made.db.update(stock).set({ onHand: 0 }).run()
  expect(await again()).toMatchObject({
    added: 0,
    limits: [`${name} can't have the same cuts now. Please pick them again.`],
  })
})

test('ORD-2 GFT-1 buying again says that gift cards are chosen anew', async () => {
  const made = await world()
  const ana = await made.shopper()
  await expectOk(ana.call('POST', '/v1/add_gift_card_to_cart', BY_EMAIL))
  const token = await readyToPay(ana, made.db)
  await payFor(made, ana, token)
  const again = await (await ana.call('POST', `/account/orders/${token}/buy-again`)).json()
  expect(again.message).toBe('We added what we could. Please choose its gift cards again on their own page.')
})

test('ORD-2 GND-5 a narrow phone breaks neither order numbers nor weights', async () => {
  const { ana, token, order } = await guestsOrder()
  for (const path of [
    `/account/orders/${token}`,
    `/account/orders/${token}/receipt`,
    `/${token}/tracking-info`,
    `/order/${token}/confirmation`,
  ]) {
    const [page = ''] = main(await (await ana.visit(path)).text()).split('<script')
    const shown = page.replace(/<[a-z]+ class="visually-hidden">[^<]*/g, '')
    expect(shown).toContain(order.identifier)
    expect(shown.replace(/<[a-z]+ class="(?:nowrap|one-piece)">[^<]*/g, '')).not.toMatch(/DW-|\d (oz|lb)</)
  }
})

test('ORD-2 the list of orders shows what a box cost, however much of it a gift card paid', async () => {
  const made = await world()
  const ana = await signedIn(made, ANA)
  const token = await readyToPay(ana, made.db, { email: ANA })
  const code = { text_entered: 'DEMOGIFT50000000' }
  await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, code))
  await payFor(made, ana, token)
  const { totalCents, giftCents } = orderOf(made.db, token)
  const paid = formatCents((totalCents ?? 0) + (giftCents ?? 0))
  expect(giftCents).toBe(5_000)
  expect(await (await ana.visit(`/account/orders/${token}`)).text()).toContain(`· ${paid}`)
  const entry = (await (await ana.visit('/account/orders')).text()).split(
    `href="/account/orders/${token}"`,
  )[1]
  expect(entry?.split('</li>')[0]).toContain(`<span>${paid}</span>`)
})
