import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { giftCardEntries, giftCards } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { mailsTo } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, prepareToPay, readyToPay, SEATTLE } from '../support/buying.ts'
import {
  addCard,
  BY_EMAIL,
  boughtCards,
  cardsOf,
  cardsToPay,
  mailedCode,
  payFor,
  TO_PRINT,
} from '../support/gift-cards.ts'
import { world } from '../support/world.ts'

const atForm = async () => {
  const shop = await world()
  const jane = await shop.shopper()
  await jane.visit('/gift-cards')
  const add = async (fields: Record<string, unknown>) => {
    const response = await jane.call('POST', '/v1/add_gift_card_to_cart', fields)
    return { status: response.status, ...((await response.json()) as Record<string, string>) }
  }
  return { shop, db: shop.db, jane, add }
}

test('GFT-1 each delivery method requires its own fields, and no others are saved', async () => {
  const { add, db, jane } = await atForm()
  const refusals: [Record<string, unknown>, string][] = [
    [{ ...BY_EMAIL, recipient_email: '' }, 'recipient_email'],
    [{ ...BY_EMAIL, recipient_email: 'rosa@example' }, 'recipient_email'],
    [{ ...TO_PRINT, sender_name_for_print: ' ' }, 'sender_name_for_print'],
    [{ ...TO_PRINT, sender_email_for_print: 'x' }, 'sender_email_for_print'],
    [{ ...BY_EMAIL, delivery_method: 'pigeon' }, 'delivery_method'],
    [{ ...BY_EMAIL, amount_cents: '2499' }, 'amount'],
    [{ ...BY_EMAIL, amount_cents: '50001' }, 'amount'],
    [{ ...BY_EMAIL, amount_cents: '-5000' }, 'amount'],
    [{ ...BY_EMAIL, other_amount: '1e3' }, 'amount'],
    [{ ...BY_EMAIL, send_on: '2020-01-01' }, 'send_on'],
    [{ ...BY_EMAIL, send_on: '2031-01-01' }, 'send_on'],
    [{ delivery_method: 'ship', amount_cents: 5000, gift_card_quantity: '11' }, 'gift_card_quantity'],
    [{ ...BY_EMAIL, message: 'Win at www.bad.example' }, 'message'],
  ]
  for (const [fields, field] of refusals) expect(await add(fields)).toMatchObject({ status: 422, field })
  const injected = { ...BY_EMAIL, recipient_email: 'rosa@example.net\r\nBcc: all@example.net' }
  expect((await add(injected)).status).toBe(422)

  expect(await add({ ...BY_EMAIL, gift_card_quantity: '7', sender_name_for_print: 'No' })).toMatchObject({
    status: 200,
    redirect_to: '/cart',
  })
  expect(await add({ ...TO_PRINT, gift_card_quantity: '3' })).toMatchObject({ status: 200 })
  expect(
    await add({ delivery_method: 'ship', other_amount: '$75.50', gift_card_quantity: '2' }),
  ).toMatchObject({ status: 200 })
  const token = (await jane.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  expect(cardsOf(db, token)).toMatchObject([
    { deliveryMethod: 'email', recipientEmail: 'rosa@example.net', senderName: null },
    { deliveryMethod: 'print', senderName: 'Jane Pruitt', recipientEmail: null },
    { deliveryMethod: 'ship', amountCents: 7_550 },
    { deliveryMethod: 'ship', amountCents: 7_550 },
  ])
  expect((await add({ delivery_method: 'ship', amount_cents: 5000, gift_card_quantity: '7' })).status).toBe(
    422,
  )
})

test('GFT-1 a card bought alone has no delivery, tax or date, is issued once and emailed with its code', async () => {
  const { shop, db, jane } = await atForm()
  const token = await cardsToPay(jane)
  const page = await (await jane.visit(`/checkout/${token}`)).text()
  expect(page).not.toContain('checkout_step_address')
  const { status, amount_cents } = await payFor(shop, jane, token)
  expect([status, amount_cents]).toEqual(['succeeded', 5_000])
  expect(orderOf(db, token)).toMatchObject({
    state: 'paid',
    totalCents: 5_000,
    boughtCardsCents: 5_000,
    shippingCents: 0,
    taxCents: 0,
    shipOn: null,
    fcId: null,
  })
  const [card] = cardsOf(db, token)
  const entries = db.select().from(giftCardEntries).where(eq(giftCardEntries.cause, 'bought')).all()
  expect(entries).toMatchObject([{ cents: 5_000, giftCardId: card?.giftCardId }])
  const code = mailedCode(shop, 'rosa@example.net')
  expect(code).toHaveLength(19)
  const rows = JSON.stringify(db.select().from(giftCards).all())
  expect(rows).not.toContain(code.replaceAll('-', ''))
  expect(mailsTo(shop, 'jane@example.com').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('gift card order'),
  ])
  expect(JSON.stringify(mailsTo(shop, 'jane@example.com'))).not.toContain(code)
  expect(ledgerProblems(db)).toEqual([])
  for (const path of [`/order/${token}/confirmation`, `/account/orders/${token}/receipt`]) {
    const shown = await jane.visit(path)
    expect([shown.status, (await shown.text()).includes('$50.00')]).toEqual([200, true])
  }
  expect((await jane.visit(`/${token}/tracking-info`)).status).toBe(404)
})

test('GFT-1 a card is sent on its date, not earlier', async () => {
  const { shop, db, jane } = await atForm()
  const { token } = await boughtCards(shop, jane, { ...BY_EMAIL, send_on: '2026-12-18' })
  expect(mailsTo(shop, 'rosa@example.net')).toEqual([])
  shop.pass(Date.parse('2026-12-18T13:59:00Z') - shop.clock.now())
  await shop.settleDown()
  expect(mailsTo(shop, 'rosa@example.net')).toEqual([])
  shop.pass(60_000) // 9 am in New York
  await shop.settleDown()
  expect(mailsTo(shop, 'rosa@example.net')).toHaveLength(1)
  expect(cardsOf(db, token)).toMatchObject([{ sentAt: shop.clock.now() }])
})

test('GFT-1 a card and a box are one payment, and gift balance pays only for the box', async () => {
  const { shop, db, jane } = await atForm()
  const token = await readyToPay(jane, db, { email: 'jane@example.com' })
  await addCard(jane)
  await expectOk(
    jane.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'DEMOGIFT50000000' }),
  )
  const { amount_cents } = await payFor(shop, jane, token)
  const { itemsCents, shippingCents, taxCents, giftCents, totalCents, boughtCardsCents } = orderOf(db, token)
  const boxCents = (itemsCents ?? 0) + (shippingCents ?? 0) + (taxCents ?? 0)
  expect([giftCents, boughtCardsCents, totalCents]).toEqual([5_000, 5_000, boxCents])
  expect(amount_cents).toBe(boxCents)
  expect(mailedCode(shop, 'rosa@example.net')).toHaveLength(19)
  expect(ledgerProblems(db)).toEqual([])
  expect(await (await jane.visit(`/account/orders/${token}`)).text()).toContain('Gift cards you buy')
})

test('GFT-1 PAY-7 a card on paper to California wants the terms agreed to, and the server checks it', async () => {
  const { db, jane } = await atForm()
  const token = await cardsToPay(jane, { delivery_method: 'ship', amount_cents: '5000' })
  const order_token = token
  await expectOk(jane.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
  changeOrder(db, token, { deliveryState: 'CA' })
  const validate = (fields: object) =>
    jane.call('POST', '/v1/stripe_validate_payment', { order_token, ...fields })
  const refused = await validate({})
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'terms_required' }])
  await expectOk(validate({ terms_of_service: true }))
})

test('GFT-1 gift cards never pay for gift cards, whatever their balance', async () => {
  const { shop, db, jane } = await atForm()
  db.update(giftCards).set({ balanceCents: 90_000, initialCents: 90_000 }).run()
  db.update(giftCardEntries).set({ cents: 90_000 }).run()
  const token = await cardsToPay(jane)
  await jane.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'DEMOGIFT50000000' })
  const refused = await jane.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token })
  expect(refused.status).toBe(422)
  const { amount_cents } = await payFor(shop, jane, token)
  expect([amount_cents, orderOf(db, token).giftCents]).toEqual([5_000, 0])
})

test('GFT-1 a new customer who pays in two browsers at once can buy at most $1,000.00 too', async () => {
  const { db, shopper, settleDown } = await world()
  const [here, there] = [await shopper(), await shopper()]
  const half = { ...TO_PRINT, amount_cents: '50000' }
  const tokens = [await cardsToPay(here, half, TO_PRINT), await cardsToPay(there, half, TO_PRINT)] as const
  const { clientSecret } = await prepareToPay(here, tokens[0])
  const refused = await there.call('POST', '/v1/stripe_validate_payment', { order_token: tokens[1] })
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('$1,000.00 a day') })
  await here.confirm(clientSecret)
  await settleDown()
  expect(tokens.map((token) => orderOf(db, token).state)).toEqual(['paid', 'cart'])
})

test('GFT-1 a new customer can buy at most $1,000.00 a day, and larger cards are delayed', async () => {
  const { shop, jane } = await atForm()
  await boughtCards(shop, jane, { ...BY_EMAIL, amount_cents: '50000' })
  expect(mailsTo(shop, 'rosa@example.net')).toEqual([])
  shop.pass(3_600_000)
  await shop.settleDown()
  expect(mailsTo(shop, 'rosa@example.net')).toHaveLength(1)
  const next = await cardsToPay(jane, { ...BY_EMAIL, amount_cents: '50000' }, BY_EMAIL)
  const refused = await jane.call('POST', '/v1/stripe_validate_payment', { order_token: next })
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('$1,000.00 a day') })
})

test('GFT-1 a cart with only gift cards can check out, and the older checkout pages redirect to the newer one', async () => {
  const { db, jane } = await atForm()
  await addCard(jane)
  const cart = await (await jane.visit('/cart')).text()
  expect(cart).toContain('By email to rosa@example.net')
  const token = (await jane.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  for (const path of [`/${token}/delivery`, `/${token}/payment`])
    expect((await jane.visit(path)).headers.get('location')).toBe(`/checkout/${token}`)
  const [card] = cardsOf(db, token)
  const removed = await jane.submit('DELETE', `/cart/gift-cards/${card!.token}`)
  expect(removed.status).toBe(303)
  expect(cardsOf(db, token)).toEqual([])
})

test('GFT-1 another visitor can neither remove, send nor return a card', async () => {
  const { shop, db, jane } = await atForm()
  const eve = await shop.shopper()
  await eve.visit('/gift-cards')
  const token = await cardsToPay(jane)
  const [card] = cardsOf(db, token)
  expect((await eve.call('DELETE', `/cart/gift-cards/${card!.token}`)).status).toBe(404)
  await payFor(shop, jane, token)
  for (const verb of ['send', 'return'])
    expect(
      (await eve.call('POST', `/account/orders/${token}/gift-cards/${card!.token}/${verb}`)).status,
    ).toBe(401)
  expect(cardsOf(db, token)).toMatchObject([{ endedAt: null }])
})

test('GFT-1 repeated payment confirmations issue no second card', async () => {
  const { shop, db, jane } = await atForm()
  const token = await cardsToPay(jane)
  const { clientSecret, paymentIntentId } = await prepareToPay(jane, token)
  await Promise.all([
    jane.confirm(clientSecret),
    jane.call('GET', `/v1/order/${token}/payment_status?payment_intent_id=${paymentIntentId}`),
  ])
  await Promise.all(
    [1, 2, 3].map(() =>
      jane.call('GET', `/v1/order/${token}/payment_status?payment_intent_id=${paymentIntentId}`),
    ),
  )
  await shop.settleDown()
  expect(db.select().from(giftCardEntries).where(eq(giftCardEntries.cause, 'bought')).all()).toHaveLength(1)
  expect(mailsTo(shop, 'rosa@example.net')).toHaveLength(1)
})
