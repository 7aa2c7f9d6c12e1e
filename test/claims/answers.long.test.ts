import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { giftCards, type Order, offers, orderLines, orders, stock } from '#db/schema/index.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import { formatCents } from '#src/money.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { orderById } from '#src/orders/orders.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { fillCart, offerToken, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { type Arrived, arrivedBox, tell } from '../support/claims.ts'
import { roastOf } from '../support/editing.ts'
import { inDays, offerIdOf, receiveLot } from '../support/lots.ts'
import { nameCard } from '../support/paying-by-card.ts'
import { RUTH, solveOnPage } from '../support/staff.ts'

async function told() {
  const box = await arrivedBox()
  await tell(box.ana, box.token, { lines: box.lines(), note: 'Soft' })
  const id = () => box.claims()[0]?.id ?? 0
  const answer = (fields: Record<string, unknown>) => box.ruth.call('POST', `/staff/claims/${id()}`, fields)
  return { ...box, answer, id }
}

const answerMails = (box: Arrived) =>
  box.mails().filter((subject) => subject.startsWith("We've answered you"))

test('ORD-9 staff give a partial refund with one click: paid once, emailed, and on the order’s timeline', async () => {
  const box = await told()
  const answered = await box.answer({ answer: 'refund', amount_cents: 1_250, words: 'So sorry, Ana.' })
  expect(answered.status).toBe(200)
  expect((await box.answer({ answer: 'refund', amount_cents: 1_250 })).status).toBe(409)
  await box.shop.settleDown()
  expect(await box.sent()).toEqual([1_250])
  expect([box.order().state, answerMails(box)]).toEqual(['delivered', [expect.any(String)]])
  expect(ledgerProblems(box.db)).toEqual([])
  const page = await (await box.ana.visit(`/account/orders/${box.token}`)).text()
  for (const words of ['You told us', 'We answered', 'So sorry, Ana.']) expect(page).toContain(words)
  expect(page.split('Refunded $12.50')).toHaveLength(2) // read twice, it would be two refunds
})

test('ORD-9 staff read what the shopper got, in words for staff', async () => {
  const pageAfter = async (answer: string) => {
    const box = await told()
    expect((await box.answer({ answer, amount_cents: 1_250, words: 'So sorry.' })).status).toBe(200)
    return (await box.ruth.visit(`/staff/claims/${box.id()}`)).text()
  }
  const refunded = await pageAfter('refund')
  for (const words of ['“So sorry.”', '$12.50 goes back to the card that paid.'])
    expect(refunded).toContain(words)
  expect(refunded).not.toMatch(/your (card|bank)/)
  const credited = await pageAfter('credit')
  expect(credited).toContain('The code that we emailed is ')
  expect(credited).not.toContain('Enter the code')
})

test('ORD-9 without an amount, the price of the lines is refunded, never more than is left; a full refund closes the order', async () => {
  const box = await told()
  const tooMuch = await box.answer({ answer: 'refund', amount_cents: box.paidCents + 1 })
  expect([tooMuch.status, box.claims()[0]?.answer]).toEqual([422, null])
  expect((await box.answer({ answer: 'refund', amount: 'ten' })).status).toBe(422)
  expect((await box.answer({ answer: 'refund', amount_cents: box.paidCents })).status).toBe(200)
  await box.shop.settleDown()
  expect([await box.sent(), box.order().state]).toEqual([[box.paidCents], 'refunded'])
  expect(ledgerProblems(box.db)).toEqual([])

  const other = await told()
  expect((await other.answer({ answer: 'refund' })).status).toBe(200)
  const { cardCents = 0 } = other.claims()[0] ?? {}
  expect(cardCents).toBe((other.order().itemsCents ?? 0) - (other.order().promotionsCents ?? 0) + tax(other))
  await other.shop.settleDown()
  expect(ledgerProblems(other.db)).toEqual([])
})

test('ORD-9 an answer of $0 asks for an amount while there is money left on the order', async () => {
  const box = await told()
  for (const answer of ['refund', 'credit']) {
    const refused = await box.answer({ answer, amount: '0' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      422,
      'Please enter an amount above $0.00, or send it again instead.',
    ])
  }
  expect(box.claims()[0]?.answer).toBeNull()
})

/** Few states tax groceries, and shipping isn't part of a line. */
const tax = (box: Arrived) => box.order().taxCents ?? 0

test('ORD-9 nothing is refunded or credited while the payment is disputed', async () => {
  const box = await told()
  box.shop.standIn.bank.dispute(box.intentId)
  await box.shop.settleDown()
  for (const answer of ['refund', 'credit'])
    expect((await box.answer({ answer, amount_cents: 100 })).status, answer).toBe(409)
  expect(box.claims()[0]?.answer).toBeNull()
})

const givenTo = ({ shop, db, order }: Arrived, email: string) =>
  db
    .update(orders)
    .set({ userId: userOf(shop, email).id })
    .where(eq(orders.id, order().id))
    .run()

test('ORD-9 an account’s credit applies to its next box automatically and shows up with the rewards', async () => {
  const box = await told()
  const ben = await signedIn(box.shop, BEN)
  givenTo(box, BEN)
  expect((await box.answer({ answer: 'credit', amount_cents: 2_000 })).status).toBe(200)
  await box.shop.settleDown()
  expect(answerMails(box)).toHaveLength(1)
  const rewards = await (await ben.visit('/rewards')).text()
  expect(rewards).toContain('$20.00')
  expect(rewards).toContain(`for what went wrong with order ${box.order().identifier}`)
  const token = await readyToPay(ben, box.db)
  await prepareToPay(ben, token)
  expect(orderOf(box.db, token)).toMatchObject({ giftCents: 2_000, creditCents: 2_000 })
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 a guest’s credit is a code that works in any checkout, and shows up for the account that claims the order', async () => {
  const box = await told()
  const ben = await signedIn(box.shop, BEN)
  expect((await box.answer({ answer: 'credit', amount_cents: 2_000 })).status).toBe(200)
  await box.shop.settleDown()
  givenTo(box, BEN)
  const rewards = await (await ben.visit('/rewards')).text()
  const code = /<code>([A-Z2-9]{16})<\/code>/.exec(rewards)?.[1] ?? ''
  expect(code).not.toBe('')
  const token = await fillCart(ben, box.db)
  const entered = await ben.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code })
  expect(entered.status).toBe(200)
  expect(box.db.select().from(giftCards).where(eq(giftCards.balanceCents, 2_000)).all()).not.toEqual([])
  expect(await box.sent()).toEqual([])
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 a reshipment is a separate box that clerks pack, at no charge', async () => {
  const box = await told()
  expect((await box.answer({ answer: 'reship' })).status).toBe(200)
  await box.shop.settleDown()
  const { reshipOrderId } = box.claims()[0] ?? {}
  const again = box.db
    .select()
    .from(orders)
    .where(eq(orders.id, reshipOrderId ?? 0))
    .get()
  expect(again).toMatchObject({ state: 'paid', totalCents: 0, deliveryStreet1: box.order().deliveryStreet1 })
  const clerk = await signedIn(box.shop, 'fulfillment@example.com')
  const board = await (
    await clerk.call('GET', `/fulfillment/truckee-meadows/orders?q=${again?.identifier}`)
  ).json()
  expect(board.orders).toHaveLength(1)
  expect((await box.ana.visit(`/account/orders/${again?.token}`)).status).toBe(200)
  const linkIn = (html: string, label: string) =>
    new RegExp(`<a href="([^"]*/orders/${again?.token}[^"]*)">${label}${again?.identifier}</a>`).exec(
      html,
    )?.[1]
  const desk = linkIn(await (await box.ruth.visit(`/staff/claims/${box.id()}`)).text(), '') ?? ''
  expect((await box.ruth.visit(desk)).status).toBe(200)
  const phone = await box.shop.shopper() // a guest with the link of an email
  const key = guestKey(box.shop.config, box.token)
  const claim = await (await phone.visit(`/account/orders/${box.token}/claims?key=${key}`)).text()
  const path = linkIn(claim, 'See the new box, ') ?? ''
  expect(await (await phone.visit(path)).text()).toContain(again?.identifier)
  expect(answerMails(box)).toHaveLength(1)
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 a claim opens again when its reshipped box is canceled, and is answered once more', async () => {
  const box = await told()
  await box.answer({ answer: 'reship', words: 'So sorry, Ana.' })
  await box.shop.settleDown()
  const again = orderById(box.db, box.claims()[0]?.reshipOrderId ?? 0)
  const modal = paths.cancelOrderModal({ order_token: again.token, modal_name: 'cancel_order_confirm' })
  expect(await (await box.ana.visit(modal)).text()).toContain('look at what went wrong again')
  box.shop.pass(60_000)
  expect((await box.ana.call('POST', paths.cancelOrder(again.token))).status).toBe(200)
  expect(box.claims()).toMatchObject([{ answer: null, answeredAt: null, words: '' }])
  const page = await (await box.ana.visit(`/account/orders/${box.token}/claims`)).text()
  for (const words of ['The box that we sent again was canceled', 'looking at it'])
    expect(page).toContain(words)
  const open = await (await box.ruth.call('GET', '/staff/claims')).json()
  expect(open.claims).toMatchObject([{ id: box.id(), state: 'open' }])
  const desk = await (await box.ruth.visit(`/staff/claims/${box.id()}`)).text()
  expect(desk).toContain('The box that was sent for this claim was canceled')
  expect((await box.answer({ answer: 'refund', amount_cents: 1_250 })).status).toBe(200)
  await box.shop.settleDown()
  expect([await box.sent(), answerMails(box).length]).toEqual([[1_250], 2])
  expect(mailsTo(box.shop, 'ana@example.com').at(-1)?.text).not.toContain('at no charge')
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 ORD-5 the items of a reshipped box can be changed, but not by adding more free units', async () => {
  const box = await told()
  await box.answer({ answer: 'reship' })
  await box.shop.settleDown()
  const again = () => {
    const { reshipOrderId } = box.claims()[0] ?? {}
    return box.db
      .select()
      .from(orders)
      .where(eq(orders.id, reshipOrderId ?? 0))
      .get()!
  }
  const [free] = box.db.select().from(orderLines).where(eq(orderLines.orderId, again().id)).all()
  const { token } = box.db.select().from(offers).where(eq(offers.id, free!.offerId)).get()!
  const roast = roastOf(box.shop)
  const enough = { bid_item_token: roast.token, quantity: Math.ceil(4900 / roast.priceCents) }
  const edit = (quantity: number) =>
    box.ana.call('POST', `/account/orders/${again().token}/edit`, {
      items: [{ bid_item_token: token, quantity }, enough],
    })
  const more = await edit(free!.quantity + 1)
  expect([more.status, await more.text()]).toEqual([422, expect.stringContaining('is free in this box')])
  const same = await edit(free!.quantity)
  expect(await same.json()).toMatchObject({ difference_cents: expect.any(Number) })
})

test('ORD-9 ORD-5 a reshipped box moves at no charge, even to an expedited day, and back with undo', async () => {
  const box = await told()
  await box.answer({ answer: 'reship' })
  await box.shop.settleDown()
  const again = () => {
    const { reshipOrderId } = box.claims()[0] ?? {}
    return box.db
      .select()
      .from(orders)
      .where(eq(orders.id, reshipOrderId ?? 0))
      .get()!
  }
  const move = (fields: Record<string, string>) =>
    box.ana.call('POST', `/v1/subscriptions/update_arrival_date/${again().token}`, fields)
  expect(again()).toMatchObject({ arrivalOn: '2026-11-24', expedited: true })
  const days = ['2026-11-28', '2026-12-03', '2026-12-01']
  for (const arrival_date of days) {
    const asked = await (await move({ arrival_date })).json()
    expect([asked.confirmation, asked.amount_cents], arrival_date).toEqual(['plain', undefined])
    expect((await move({ arrival_date, confirmed: 'true' })).status, arrival_date).toBe(200)
  }
  expect((await move({ arrival_date: '2026-12-03', confirmed: 'true', undo: 'true' })).status).toBe(200)
  await box.shop.settleDown()
  expect(again()).toMatchObject({ arrivalOn: '2026-12-03', shippingCents: 0, totalCents: 0 })
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 PAY-14 a claim opens again when a refund in the dashboard stops its reshipped box', async () => {
  const box = await told()
  await box.answer({ answer: 'reship' })
  await box.shop.settleDown()
  const again = () => orderById(box.db, box.claims()[0]?.reshipOrderId ?? 0)
  const path = `/account/orders/${again().token}/edit`
  const roast = roastOf(box.shop)
  const items = [{ bid_item_token: roast.token, quantity: Math.ceil(4900 / roast.priceCents) }]
  const { version } = again()
  const asked = await box.ana.call('POST', path, { items, confirmed: true, version })
  expect(asked.status).toBe(402)
  const card = { stripeToken: await nameCard(box.shop, 'pm_card_visa'), same_as_shipping: true }
  const paid = await box.ana.call('POST', `${path}/payment`, card)
  expect(paid.status).toBe(200)
  const extra = latestPayment(box.db, again().id)
  await box.shop.services.stripe.refunds.create({ payment_intent: extra?.intentId ?? '' })
  await box.shop.settleDown()
  expect([extra?.status, again().state]).toEqual(['succeeded', 'refunded'])
  expect(box.claims()).toMatchObject([{ answer: null, answeredAt: null }])
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 claims are counted by carrier, center, farm and cut', async () => {
  const box = await told()
  const { counts } = await (await box.ruth.call('GET', '/staff/claims')).json()
  expect(counts.map(({ title }: { title: string }) => title)).toEqual(['Carrier', 'Center', 'Farm', 'Cut'])
  const [line] = box.claims()[0]?.lines ?? []
  expect(counts[3].rows).toContainEqual({ name: line?.name, claims: 1 })
  expect(await (await box.ruth.visit(`/staff/claims/${box.id()}`)).text()).toContain(line?.farm)
  expect(await (await box.ruth.visit('/staff')).text()).toContain('Claims')
})

test('ORD-9 STF-2 credit plus refunds never exceed the amount paid, and the order shows what is left', async () => {
  const box = await told()
  const refund = (amount_cents: number, press: string) =>
    box.ruth.call('POST', `/staff/orders/${box.token}/refund`, { amount_cents, reason: 'Soft', press })
  expect((await box.answer({ answer: 'credit', amount_cents: 3_000 })).status).toBe(200)
  const tooMuch = await refund(box.paidCents, 'all')
  expect(tooMuch.status).toBe(422)
  const left = formatCents(box.paidCents - 3_000)
  expect((await tooMuch.json()).error).toBe(
    `Only ${left} is left of this order. Nothing was refunded. $30.00 was given as credit.`,
  )
  const page = async () => (await box.ruth.visit(`/staff/orders/${box.token}`)).text()
  expect(await page()).toContain(`${left} ($30.00 was given as credit)`)
  expect(await page()).toContain(
    `At most ${left}. It goes back the way it was paid. $30.00 was given as credit.`,
  )
  expect((await refund(box.paidCents - 3_000, 'rest')).status).toBe(200)
  expect(await (await refund(100, 'more')).json()).toMatchObject({
    error: expect.stringContaining('Nothing is left of this order'),
  })
  await box.shop.settleDown()
  expect([await box.sent(), box.order().state]).toEqual([[box.paidCents - 3_000], 'delivered'])
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-9 STF-2 a flag doesn’t refund a whole box again that credit was given for', async () => {
  const box = await told()
  expect((await box.answer({ answer: 'credit', amount_cents: 3_000 })).status).toBe(200)
  const { id: orderId } = box.order()
  const flag = { kind: 'parcel_problem' as const, key: 'lost', detail: 'Lost.', now: box.shop.clock.now() }
  await durably(box.db, (tx) => flagForStaff(tx, { ...flag, orderId }))
  const refused = await solveOnPage(box.shop, 'parcel_problem', 'refund_order', 'Lost')
  await box.shop.settleDown()
  expect([await box.sent(), refused.status, box.order().state]).toEqual([[], 409, 'delivered'])
  const left = formatCents(box.paidCents - 3_000)
  expect(refused.page).not.toContain('Canceled and refunded by')
  const asked = await box.ruth.call('POST', `/staff/flags/${refused.flag?.id}/resolve`, {
    action: 'refund_order',
    resolution: 'Lost',
  })
  expect((await asked.json()).error).toBe(
    `$30.00 was given for this order as credit. Please refund the other ${left} on the order’s page.`,
  )
})

test('ORD-9 STF-2 staff cannot answer claims on their own orders, including guest orders with their email', async () => {
  const box = await told()
  const { id } = box.order()
  const owned = (columns: Partial<Order>) => box.db.update(orders).set(columns).where(eq(orders.id, id)).run()
  for (const columns of [{ email: RUTH.toUpperCase() }, { userId: userOf(box.shop, RUTH).id, email: ANA }]) {
    owned(columns)
    for (const answer of ['refund', 'credit', 'reship']) {
      const refused = await box.answer({ answer, amount_cents: 1_000 })
      expect([refused.status, (await refused.json()).error]).toEqual([
        409,
        'This is your own order, so a colleague has to do that.',
      ])
    }
  }
  expect(box.claims()[0]?.answer).toBeNull()
})

test('ORD-9 LOT-1 nothing is reshipped from a lot that would be too old on arrival', async () => {
  const box = await told()
  const offerId = offerIdOf(box.shop, offerToken(box.db, 'demo-fifty'))
  box.db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, offerId)).run()
  await receiveLot(box.shop, { offerId, code: 'SOON', bestBy: inDays(box.shop, 8), units: 20 })
  const refused = await box.answer({ answer: 'reship' })
  expect([refused.status, (await refused.text()).includes('sold out')]).toEqual([409, true])
  expect(box.claims()[0]?.reshipOrderId).toBeNull()
  await receiveLot(box.shop, { offerId, code: 'GOOD', bestBy: inDays(box.shop, 200), units: 20 })
  expect((await box.answer({ answer: 'reship' })).status).toBe(200)
})
