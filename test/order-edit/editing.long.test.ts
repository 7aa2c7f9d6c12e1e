import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { memberships, offers } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { changesOf } from '#src/orders/changes.ts'
import { eraseRecipient } from '#src/orders/erase.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { releaseFromReview } from '#src/orders/review.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { signedIn } from '../support/account.ts'
import { changeOrder, importPrice, offerToken, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { saveStep } from '../support/delivery-step.ts'
import { add, editableBox, roastOf } from '../support/editing.ts'
import { nameCard } from '../support/paying-by-card.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { world } from '../support/world.ts'

const words = async (response: Response) => (await response.text()).replaceAll('&#39;', "'")

test('ORD-7 an edit is priced without changing anything, then charged to the saved card', async () => {
  const box = await editableBox({ isKept: true })
  const { roast } = box
  const before = { order: box.order(), lines: box.lines(), onHand: box.onHand(roast.token) }
  const shown = await box.preview(add(roast.token, 2))
  expect(shown).toMatchObject({ status: 200, version: before.order.version })
  expect(shown.total_cents).toBe((before.order.totalCents ?? 0) + shown.difference_cents)
  expect({ order: box.order(), lines: box.lines(), onHand: box.onHand(roast.token) }).toEqual(before)

  const made = await box.confirm(add(roast.token, 2), { difference_cents: shown.difference_cents })
  expect(made).toMatchObject({
    status: 200,
    difference_cents: shown.difference_cents,
    total_cents: shown.total_cents,
  })
  expect(box.lines().find(({ offerId }) => offerId === roast.id)).toMatchObject({
    quantity: 2,
    priceCents: roast.priceCents,
  })
  expect(box.order()).toMatchObject({
    totalCents: shown.total_cents,
    version: before.order.version + 1,
    state: 'paid',
  })
  expect(box.onHand(roast.token)).toBe(before.onHand - 2)
  expect([box.held(), box.waiting()]).toEqual([[], []])
  expect(changesOf(box.db, before.order.id)).toMatchObject([
    {
      kind: 'edited',
      differenceCents: shown.difference_cents,
      detail: { lines: [{ name: roast.name, from: 0, to: 2 }] },
    },
  ])
  await box.shop.settleDown() // the late webhook changes nothing
  expect(box.ledger().map(([kind]) => kind)).toEqual(['charge', 'charge'])
  expect(box.mails()).toContain(`Your box has changed (${before.order.identifier})`)
  expect(box.problems()).toEqual([])
})

test('ORD-7 a difference below the minimum charge is on us, and never accumulates', async () => {
  const box = await editableBox({ isKept: true })
  const { roast } = box
  const was = box.order().totalCents ?? 0
  box.db.update(offers).set({ priceCents: 30 }).where(eq(offers.id, roast.id)).run()
  const shown = await box.preview(add(roast.token, 1))
  expect(shown).toMatchObject({ status: 200, difference_cents: 0, total_cents: was })
  const page = await box.ana.submit('POST', box.editPath, { [`quantities[${roast.token}]`]: '1' })
  expect(await words(page)).toMatch(/On us.*\$0\.30.*you pay nothing more/s)
  expect(await box.confirm(add(roast.token, 1))).toMatchObject({ status: 200, difference_cents: 0 })
  expect([box.order().totalCents, box.order().promotionsCents]).toEqual([was, 30])
  expect(await box.preview(add(roast.token, 2))).toMatchObject({ status: 200, difference_cents: 60 })
  expect(await box.confirm(add(roast.token, 0))).toMatchObject({ status: 200, difference_cents: 0 })
  expect(box.order()).toMatchObject({ totalCents: was, promotionsCents: 0 })
  expect(box.lines().map(({ quantity }) => quantity)).toEqual([1])
  await box.shop.settleDown()
  expect([box.ledger().map(([kind]) => kind), box.problems()]).toEqual([['charge'], []])
})

test('ORD-7 refunding an order refunds all of its payments in full', async () => {
  const box = await editableBox({ isKept: true })
  const before = box.order()
  const made = await box.confirm(add(box.roast.token, 2))
  await durably(box.db, (tx) => refundOrder(tx, before.id, 'staff', box.shop.clock.now()))
  await box.shop.settleDown()
  expect(box.refunds().map(({ amountCents, status }) => [amountCents, status])).toEqual([
    [made.difference_cents, 'succeeded'],
    [before.totalCents, 'succeeded'],
  ])
  expect(box.problems()).toEqual([])
})

test('ORD-7 removed items go back to stock and are refunded, newest payment first', async () => {
  const box = await editableBox({ isKept: true })
  const { roast } = box
  const onHand = box.onHand(roast.token)
  const paid = box.order().totalCents
  const dearer = await box.confirm(add(roast.token, 3))
  const cheaper = await box.confirm(add(roast.token, 0))
  expect(cheaper).toMatchObject({
    status: 200,
    difference_cents: -dearer.difference_cents,
    total_cents: paid,
  })
  expect(box.onHand(roast.token)).toBe(onHand)
  await box.shop.settleDown()
  const [, extra] = box.payments()
  expect(box.refunds()).toMatchObject([
    { paymentId: extra?.id, amountCents: dearer.difference_cents, status: 'succeeded' },
  ])
  expect(box.problems()).toEqual([])
  expect(box.mails().filter((subject) => subject.startsWith('Your box has changed'))).toHaveLength(2)
})

test('ORD-7 PAY-15 a cheaper change refunds a payment that no lost dispute took, even if another one is newer', async () => {
  const box = await editableBox({ isKept: true })
  const { shop, db, roast, order } = box
  const dearer = await box.confirm(add(roast.token, 3))
  await shop.settleDown()
  const [first, extra] = box.payments()
  const dispute = shop.standIn.bank.dispute(extra?.intentId ?? '')
  await shop.settleDown()
  await shop.services.stripe.disputes.close(dispute)
  await shop.settleDown()
  await durably(db, (tx) => releaseFromReview(tx, order(), shop.clock.now()))
  const cheaper = await box.confirm(add(roast.token, 2))
  await shop.settleDown()
  expect([dearer.status, cheaper.status]).toEqual([200, 200])
  expect(box.refunds()).toMatchObject([
    { paymentId: first?.id, amountCents: -cheaper.difference_cents, status: 'succeeded' },
  ])
  expect(box.problems()).toEqual([])
})

test('ORD-7 PAY-15 during a dispute, a released box cannot get cheaper by an edit or another day', async () => {
  const box = await editableBox({ shares: 2, arrivesOn: '2026-11-24' })
  const before = box.order()
  box.shop.standIn.bank.dispute(box.payments()[0]?.intentId ?? '')
  await box.shop.settleDown()
  const ruth = await signedIn(box.shop, RUTH)
  const release = { reason: 'It was her son.' }
  expect((await ruth.call('POST', `/staff/orders/${box.token}/release`, release)).status).toBe(200)
  const waits = { message: expect.stringContaining('Your bank is looking into this payment') }
  expect(await box.confirm(add(box.share, 1))).toMatchObject({ status: 409, code: 'locked', ...waits })
  const movePath = `/v1/subscriptions/update_arrival_date/${box.token}`
  const usual = { arrival_date: '2026-12-03', confirmed: 'true' }
  expect(await box.post(movePath, usual)).toMatchObject({ status: 422, ...waits })
  const delivery = await saveStep(box.ana, box.token, { arrival_date: '2026-12-03', expedited: '0' })
  expect(delivery.error).toEqual(waits.message)
  await box.shop.settleDown()
  expect([box.refunds(), box.order().totalCents, box.order().arrivalOn]).toEqual([
    [],
    before.totalCents,
    before.arrivalOn,
  ])
})

test('ORD-7 a declined card leaves the order exactly as it was and shows the bank’s message', async () => {
  const box = await editableBox({ card: 'pm_card_chargeCustomerFail', isKept: true })
  const before = { order: box.order(), lines: box.lines(), onHand: box.onHand(box.roast.token) }
  const declined = await box.confirm(add(box.roast.token, 1))
  expect(declined).toMatchObject({ status: 402, code: 'declined', message: 'Your card was declined.' })
  await box.shop.settleDown()
  expect({ order: box.order(), lines: box.lines(), onHand: box.onHand(box.roast.token) }).toEqual(before)
  expect([box.held(), box.waiting(), changesOf(box.db, before.order.id)]).toEqual([[], [], []])
  const page = await words(
    await box.ana.submit('POST', box.editPath, {
      [`quantities[${box.roast.token}]`]: '1',
      confirmed: 'true',
      version: String(before.order.version),
    }),
  )
  expect(page.indexOf('Your order is still exactly as it was')).toBeLessThan(
    page.indexOf('Your card was declined.'),
  )
  expect(box.problems()).toEqual([])
})

test('ORD-7 if the bank wants authentication, the same intent continues on-session, and success applies the change', async () => {
  const box = await editableBox({ isKept: true })
  const { stripe } = box.shop.services
  const { keepCard } = await import('../support/kept-card.ts')
  const { storedCards } = await import('#db/schema/index.ts')
  const asking = await keepCard(box.shop, 'shopper@example.com', 'pm_card_authenticationRequired')
  // The order's own card is the one that needs authentication.
  box.db.update(storedCards).set({ orderId: box.order().id }).where(eq(storedCards.id, asking.id)).run()
  const asked = await box.confirm(add(box.roast.token, 1))
  expect(asked).toMatchObject({ status: 402, code: 'authentication_required' })
  const page = await box.ana.visit(new URL(asked.url ?? '').href.replace(/^https?:\/\/[^/]+/, ''))
  expect(page.status).toBe(200)
  const [, extra] = box.payments()
  const intent = await stripe.paymentIntents.retrieve(extra?.intentId ?? '')
  expect(intent.status).toBe('requires_action')
  expect(await words(page)).toContain(intent.client_secret ?? 'no secret')
  expect(box.held()).toMatchObject([{ offerId: box.roast.id, quantity: 1 }])
  await box.ana.authenticate(intent.client_secret ?? '', intent.id, 'complete')
  expect((await box.ana.visit(box.payPath)).headers.get('location')).toBe(`/account/orders/${box.token}`)
  expect(box.lines()).toHaveLength(2)
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-7 a guest pays with the card form, also via the receipt link, and never with a saved card', async () => {
  const box = await editableBox()
  const key = guestKey(box.shop.config, box.token)
  const stranger = await box.shop.shopper()
  const path = `${box.editPath}?key=${key}`
  expect((await stranger.visit(box.editPath)).status).toBe(303)
  const page = await stranger.visit(path)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  const shown = await stranger.submit('POST', path, { [`quantities[${box.roast.token}]`]: '1' })
  const html = await shown.text()
  expect(html).toContain('You pay')
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const asked = await stranger.call('POST', path, {
    items: add(box.roast.token, 1),
    confirmed: 'true',
    version: box.order().version,
  })
  expect(asked.status).toBe(402)
  const payPath = `${box.payPath}?key=${key}`
  const pay = async (card?: string) =>
    stranger.call('POST', payPath, { stripeToken: await nameCard(box.shop, card), same_as_shipping: true })
  const declined = await pay('pm_card_chargeDeclinedInsufficientFunds')
  expect([declined.status, await declined.json()]).toMatchObject([
    402,
    { error: expect.stringContaining('insufficient funds') },
  ])
  expect(box.lines()).toHaveLength(1)
  expect((await pay('pm_card_mastercard')).status).toBe(200)
  expect(box.lines()).toHaveLength(2)
  expect(await words(await stranger.visit(`/account/orders/${box.token}?key=${key}`))).toContain(
    'paid with Visa ending in 4242 and Mastercard ending in 4444',
  )
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-7 a stale pay page in another tab pays only for the change that it shows', async () => {
  const box = await editableBox()
  await box.confirm(add(box.roast.token, 1))
  const old = await (await box.ana.visit(box.payPath)).text()
  const attempt = /name="attempt" value="(\d+)"/.exec(old)?.[1]
  await box.confirm(add(box.roast.token, 3))
  const stripeToken = await nameCard(box.shop)
  const fields = { stripeToken, same_as_shipping: true }
  const answer = await box.post(box.payPath, { ...fields, attempt })
  expect([answer.status, answer.path, box.lines()]).toMatchObject([409, box.payPath, { length: 1 }])
  expect(answer.message).toContain('another change of this order')
  const page = await (await box.ana.visit(box.payPath)).text()
  expect(page).toContain(`Pay ${formatCents(3 * box.roast.priceCents)} and update`)
  const shown = /name="attempt" value="(\d+)"/.exec(page)?.[1]
  expect(await box.post(box.payPath, { ...fields, attempt: shown })).toMatchObject({ status: 200 })
  expect(box.lines().find(({ offerId }) => offerId === box.roast.id)).toMatchObject({ quantity: 3 })
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-7 SET-1 a gift recipient erased while a change awaits payment is not restored by it', async () => {
  const box = await editableBox()
  const gift_info = { recipient_name: 'Bea', recipient_email: 'Bea@example.com', message: '' }
  const asked = await box.confirm(add(box.roast.token, 1), { gift_order: true, gift_info })
  expect([asked.status, JSON.stringify(box.waiting())]).toEqual([402, expect.stringContaining('Bea@')])
  await durably(box.db, (tx) => eraseRecipient(tx, 'bea@example.com'))
  expect(box.waiting()).toEqual([])
  const stripeToken = await nameCard(box.shop)
  expect((await box.post(box.payPath, { stripeToken, same_as_shipping: true })).status).toBe(409)
  expect(box.order()).toMatchObject({ giftOrder: false, giftRecipientEmail: null })
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-7 PRC-2 a placed box keeps free delivery after its membership ends', async () => {
  const shop = await world()
  const { db } = shop
  const member = await signedIn(shop, 'member@example.com')
  const token = await readyToPay(member, db, { quantity: 2 })
  await member.confirm((await prepareToPay(member, token)).clientSecret)
  await shop.settleDown()
  const path = `/account/orders/${token}/edit`
  const items = add(roastOf(shop).token, 1)
  const ask = async () => (await member.call('POST', path, { items })).json()
  const shown = await ask()
  expect(orderOf(db, token)).toMatchObject({ recurring: false, shippingCents: 0 })
  db.update(memberships).set({ state: 'canceled', canceledAt: shop.clock.now() }).run()
  expect(await ask()).toEqual(shown)
  const fewer = await member.call('POST', path, { items: add(offerToken(db, 'demo-fifty'), 1) })
  expect(await fewer.json()).toMatchObject({ difference_cents: -5_200 + 1_995 })
})

test('ORD-7 ordered items keep their price, but none can be added at it once the price has gone up', async () => {
  const box = await editableBox({ shares: 2 })
  const [{ priceCents: paidPrice } = { priceCents: 0 }] = box.lines()
  importPrice(box.db, paidPrice + 4_700)
  const refused = await box.preview(add(box.share, 3))
  expect(refused).toMatchObject({ status: 409, code: 'price_changed' })
  expect(refused.message).toContain(
    `is ${formatCents(paidPrice + 4_700)} now, so you can't add more at the price you paid.`,
  )
  expect(await box.confirm(add(box.share, 3))).toMatchObject({ status: 409, code: 'price_changed' })
  expect(box.lines()).toMatchObject([{ quantity: 2, priceCents: paidPrice }])
  expect(await box.confirm(add(box.share, 1))).toMatchObject({ status: 200, difference_cents: -paidPrice })
  expect(box.lines()).toMatchObject([{ quantity: 1, priceCents: paidPrice }])
  importPrice(box.db, paidPrice)
  expect(await box.preview(add(box.share, 2))).toMatchObject({ status: 200, difference_cents: paidPrice })
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-7 a stale version, a changed price and a locked box are rejected with the reason', async () => {
  const box = await editableBox({ isKept: true })
  const { roast } = box
  const shown = await box.preview(add(roast.token, 1))
  box.db
    .update(offers)
    .set({ priceCents: roast.priceCents + 100 })
    .where(eq(offers.id, roast.id))
    .run()
  const repriced = await box.confirm(add(roast.token, 1), { difference_cents: shown.difference_cents })
  expect(repriced).toMatchObject({ status: 409, code: 'stale' })
  expect(repriced.difference_cents).toBeGreaterThan(shown.difference_cents)
  expect(await box.confirm(add(roast.token, 1))).toMatchObject({ status: 200 })
  const stale = await box.confirm(add(roast.token, 2), { version: shown.version })
  expect(stale).toMatchObject({ status: 409, code: 'stale', version: shown.version + 1 })
  expect(stale.message).toContain(`${roast.name} was set to 1`)
  const { lockAt } = box.order()
  changeOrder(box.db, box.token, { lockAt: box.shop.clock.now() - 1 })
  expect(await box.preview(add(roast.token, 2))).toMatchObject({ status: 409, code: 'locked' })
  changeOrder(box.db, box.token, { lockAt, state: 'in_wave' })
  expect(await box.preview(add(roast.token, 2))).toMatchObject({ status: 409, code: 'locked' })
})

test('ORD-7 the checkout rules apply: minimum, quantity and stock, and removing everything means canceling', async () => {
  const box = await editableBox({ isKept: true })
  const { roast, share } = box
  const all = await box.preview(add(share, 0))
  expect(all).toMatchObject({
    status: 422,
    code: 'all_removed',
    path: `/modals/cancel_order_confirm?order_token=${box.token}`,
  })
  const swap = [...add(share, 0), ...add(roast.token, 1)]
  expect(await box.preview(swap)).toMatchObject({ status: 422, code: 'below_minimum' })
  expect(await box.preview(add(roast.token, 101))).toMatchObject({ status: 422, code: 'quantity' })
  expect(await box.preview(add(roast.token, 99))).toMatchObject({ status: 409, code: 'sold_out' })
  expect(await box.preview(add('A'.repeat(22), 1))).toMatchObject({ status: 422, code: 'unknown_item' })
  for (const quantity of [-1, 1.5, 'two', null])
    expect((await box.preview([{ bid_item_token: share, quantity }])).status).toBe(422)
  expect((await box.preview({ length: 1 } as never)).status).toBe(422)
})

test('ORD-7 gift details change at no cost, and show on the receipt', async () => {
  const box = await editableBox()
  const gift = {
    gift_order: true,
    gift_info: { recipient_name: 'Bea', recipient_email: '', message: 'Enjoy!' },
  }
  expect(await box.confirm([], gift)).toMatchObject({ status: 200, difference_cents: 0 })
  expect(box.order()).toMatchObject({ giftOrder: true, giftRecipientName: 'Bea', giftMessage: 'Enjoy!' })
  expect(await box.preview([], { gift_order: true, gift_info: { recipient_email: 'no' } })).toMatchObject({
    status: 422,
  })
  expect(box.problems()).toEqual([])
})

test('ORD-7 a pay page left open in another tab says that its change is already paid, and charges nothing more', async () => {
  const box = await editableBox()
  await box.confirm(add(box.roast.token, 1))
  const page = await (await box.ana.visit(box.payPath)).text()
  const attempt = /name="attempt" value="(\d+)"/.exec(page)?.[1]
  const pay = async () =>
    box.post(box.payPath, { stripeToken: await nameCard(box.shop), same_as_shipping: true, attempt })
  const paid = await pay()
  expect(paid).toMatchObject({ status: 200, path: `/account/orders/${box.token}` })
  expect(await pay()).toEqual(paid)
  await box.shop.settleDown()
  expect([box.shop.standIn.ledger().charges, box.problems()]).toEqual([2, []])
})
