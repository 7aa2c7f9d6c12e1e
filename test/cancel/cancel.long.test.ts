import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  moneyMovements,
  type OrderState,
  orderPromotions,
  orders,
  promotions,
  shipDays,
  stock,
} from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { changesOf } from '#src/orders/changes.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { usableCards } from '#src/pricing/gift-cards.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { coverByGift } from '../support/paying-by-card.ts'
import { orderToPay, paidOrder } from '../support/refunding.ts'
import type { Shopper } from '../support/shopper.ts'
import { openFlags } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { heldBox, holdsIn } from '../support/weather.ts'
import { type World, world } from '../support/world.ts'

const FAILURE = "Sorry, we weren't able to cancel your order. Please contact customer support."

const cancel = (shopper: Shopper, token: string, key = '') =>
  shopper.call('POST', `/account/orders/${token}/cancel${key && `?key=${key}`}`)

const modal = (token: string, key = '') =>
  `/modals/cancel_order_confirm?order_token=${token}${key && `&key=${key}`}`

const pageOf = async (shopper: Shopper, path: string) =>
  (await (await shopper.visit(path)).text()).replaceAll('&#39;', "'")

const bookedOn = ({ db }: World, shipOn: string | null) =>
  db
    .select()
    .from(shipDays)
    .where(and(eq(shipDays.fcId, 1), eq(shipDays.shipOn, assertDay(shipOn ?? ''))))
    .get()?.booked ?? 0

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

test('ORD-4 canceling before packing releases the units and the ship day and refunds everything, once', async () => {
  const paid = await orderToPay()
  const onHand = () => paid.db.select().from(stock).all()
  const before = onHand()
  await paid.pay()
  await paid.shop.settleDown()
  const booked = bookedOn(paid.shop, paid.order().shipOn)
  const asked = await pageOf(paid.ana, modal(paid.token))
  expect(asked).toContain('To Visa ending in 4242')
  expect(asked).toContain(dollars(paid.paidCents))
  const { results } = await validator.validateString(asked)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  expect(paid.order().state).toBe('paid')

  const first = await cancel(paid.ana, paid.token)
  expect(first.status).toBe(200)
  const answer = await first.json()
  expect(answer.url).toBe(`http://localhost:3000/account/orders/${paid.token}`)
  expect([paid.order().state, onHand()]).toEqual(['canceled', before])
  expect(bookedOn(paid.shop, paid.order().shipOn)).toBe(booked - 1)
  expect(ledgerProblems(paid.db)).toEqual([]) // while the refund is still owed

  const again = await cancel(paid.ana, paid.token)
  expect([again.status, await again.json()]).toEqual([200, answer])
  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([paid.paidCents])
  expect(paid.ledger()).toEqual([
    ['charge', paid.paidCents],
    ['refund', paid.paidCents],
  ])
  expect(paid.mails().filter((subject) => /was canceled$/.test(subject))).toHaveLength(1)
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('ORD-4 afterwards the order, receipt and email show the refund, and nothing can be changed anymore', async () => {
  const paid = await paidOrder()
  await cancel(paid.ana, paid.token)
  expect(changesOf(paid.db, paid.order().id)).toMatchObject([
    { kind: 'canceled', by: 'shopper', differenceCents: -paid.paidCents, version: paid.order().version },
  ])
  await paid.shop.settleDown()
  const page = await pageOf(paid.ana, `/account/orders/${paid.token}`)
  expect(page).toContain('Canceled')
  expect(page).not.toContain('cancel_order_confirm')
  const receipt = await pageOf(paid.ana, `/account/orders/${paid.token}/receipt`)
  expect(receipt).toContain('This order was canceled.')
  for (const shown of [page, receipt])
    expect(shown).toContain(`<dt>Back to your card</dt><dd>−${dollars(paid.paidCents)}</dd>`)
  expect(await pageOf(paid.ana, modal(paid.token))).toContain('This order was canceled before.')
  const mail = mailsTo(paid.shop, 'ana@example.com').find(({ subject }) => subject.includes('was canceled'))
  expect(mail?.text).toContain(`refunding ${dollars(paid.paidCents)}`)
  expect(mail?.text).toContain(`/account/orders/${paid.token}?key=`)
})

test('ORD-4 canceling returns gift card balance, card payment and promotion use', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'ONCE' }))
  await coverByGift(shop, token, 2_500)
  const { clientSecret, paymentIntentId, amount_cents } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const { id } = orderOf(shop.db, token)
  const balance = () => usableCards(shop.db, id, shop.clock.now())[0]?.availableCents
  const uses = () => shop.db.select().from(promotions).where(eq(promotions.code, 'ONCE')).get()?.usedCount
  expect([balance(), uses()]).toEqual([0, 1])
  const asked = await pageOf(ana, modal(token))
  expect(asked).toContain('To your gift card')
  expect(asked).toContain(dollars(amount_cents + 2_500))
  expect((await cancel(ana, token)).status).toBe(200)
  await cancel(ana, token)
  await shop.settleDown()
  expect([balance(), uses()]).toEqual([2_500, 0])
  expect(await pageOf(ana, `/account/orders/${token}`)).toContain(
    '<dt>Back to your gift card or store credit</dt><dd>−$25.00</dd>',
  )
  expect(
    shop.db.select().from(orderPromotions).where(eq(orderPromotions.orderId, id)).get()?.usedAt,
  ).toBeNull()
  const { data } = await shop.services.stripe.refunds.list({ payment_intent: paymentIntentId })
  expect(data.map(({ amount }) => amount)).toEqual([amount_cents])
  const credits = shop.db
    .select()
    .from(moneyMovements)
    .where(and(eq(moneyMovements.orderId, id), eq(moneyMovements.kind, 'gift_credit')))
    .all()
  expect(credits.map(({ amountCents }) => amountCents)).toEqual([2_500])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test.each<[OrderState, string]>([
  ['in_wave', "We're already packing your box."],
  ['shipped', 'Your box is already on its way.'],
  ['delivered', 'Your box has been delivered.'],
  ['review', "We're reviewing this order."],
])('ORD-4 a box that is %s cannot be canceled, and the page says why', async (state, reason) => {
  const paid = await paidOrder()
  paid.db.update(orders).set({ state }).where(eq(orders.id, paid.order().id)).run()
  const refused = await cancel(paid.ana, paid.token)
  expect([refused.status, await refused.json()]).toEqual([409, { error: FAILURE, message: FAILURE, reason }])
  const plain = await paid.ana.submit('POST', `/account/orders/${paid.token}/cancel`)
  const html = (await plain.text()).replaceAll('&#39;', "'")
  expect([plain.status, html.includes(FAILURE), html.includes(reason)]).toEqual([409, true, true])
  expect(await pageOf(paid.ana, modal(paid.token))).toContain(reason)
  await paid.shop.settleDown()
  expect([paid.order().state, await paid.sent()]).toEqual([state, []])
})

test('ORD-4 canceling is refused while a charge is being confirmed, and closes at the cutoff', async () => {
  const paid = await paidOrder()
  const { lockAt } = paid.order()
  const charging = (chargeAskedAt: number | null) => changeOrder(paid.db, paid.token, { chargeAskedAt })
  charging(paid.shop.clock.now())
  expect((await (await cancel(paid.ana, paid.token)).json()).reason).toContain('still being confirmed')
  charging(null)
  paid.shop.pass((lockAt ?? 0) - paid.shop.clock.now())
  const ana = await paid.shop.shopper(Object.fromEntries(paid.ana.cookies))
  await ana.visit('/cart')
  const late = await cancel(ana, paid.token)
  expect([late.status, (await late.json()).reason]).toEqual([
    409,
    "It's too late: we're about to pack your box.",
  ])
  expect(paid.order().state).toBe('paid')
})

test('ORD-4 canceling is refused while the payment is disputed', async () => {
  const paid = await paidOrder()
  paid.shop.standIn.bank.dispute(paid.intentId)
  await paid.shop.settleDown()
  paid.db.update(orders).set({ state: 'paid' }).where(eq(orders.id, paid.order().id)).run()
  expect((await (await cancel(paid.ana, paid.token)).json()).reason).toContain('Your bank')
})

test('ORD-4 ORD-6 a box held for weather can be canceled after the cutoff, which also answers the hold', async () => {
  const { shop, ana, token, order, sent, paidCents, hold } = await heldBox()
  shop.db
    .update(orders)
    .set({ lockAt: shop.clock.now() - 1 })
    .where(eq(orders.id, order().id))
    .run()
  expect((await cancel(ana, token)).status).toBe(200)
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [paidCents]])
  expect(holdsIn(shop).find(({ id }) => id === hold.id)).toMatchObject({ answer: 'canceled' })
})

test('ORD-4 a guest cancels with the key from the receipt; for anyone else the order is a 404', async () => {
  const paid = await paidOrder()
  const key = guestKey(paid.shop.config, paid.token)
  const eve = await signedIn(paid.shop, 'other@example.com')
  await eve.visit('/cart')
  for (const wrong of ['', 'x', guestKey(paid.shop.config, 'A'.repeat(22))]) {
    expect((await cancel(eve, paid.token, wrong)).status).toBe(404)
    expect((await cancel(eve, 'A'.repeat(22), wrong)).status).toBe(404)
    expect((await eve.visit(modal(paid.token, wrong))).status).toBe(404)
  }
  const elsewhere = await paid.shop.shopper()
  const asked = await pageOf(elsewhere, modal(paid.token, key))
  const action = /action="([^"]+\/cancel[^"]*)"/.exec(asked)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const answer = await elsewhere.submit('POST', action)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/account/orders/${paid.token}?key=${key}`,
  ])
  expect(paid.order().state).toBe('canceled')
  expect((await elsewhere.visit(`${modal(paid.token, key)}&modal_name=capture_email`)).status).toBe(404)
  expect(openFlags(paid.shop, 'address_unverified').map(({ orderId }) => orderId)).not.toContain(
    paid.order().id,
  )
})
