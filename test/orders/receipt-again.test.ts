import { expect, test } from 'vitest'
import { HOUR_MS } from '#src/day.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { mailsTo, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, orderOf } from '../support/buying.ts'
import { BY_EMAIL, boughtCards, TO_PRINT } from '../support/gift-cards.ts'
import { paidOrder } from '../support/refunding.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const ANA = 'ana@example.com'

const BROKEN_LINK =
  'This link doesn&#39;t open your order. Please use the whole link from our latest email, or sign in if the order is in your account.'

const formOn = (html: string) => ({
  action: /action="([^"]*\/receipt[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
  press: /name="press" value="(\w+)"/.exec(html)?.[1] ?? '',
  return_to: /name="return_to" value="([^"]+)"/.exec(html)?.[1] ?? '',
})

test('ORD-8 the confirmation resends the receipt, one email per press, without scripts', async () => {
  const { shop, ana, token } = await paidOrder()
  const page = `/order/${token}/confirmation`
  const receipts = () => mailsTo(shop, ANA).filter(({ text }) => text.includes('Your order is confirmed'))
  expect(receipts()).toHaveLength(1)

  const { action, ...fields } = formOn(await (await ana.visit(page)).text())
  for (const _ of ['a press', 'pressed twice']) {
    const sent = await ana.submit('POST', action, fields)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  }
  await shop.settleDown()
  expect(receipts()).toHaveLength(2)
  expect(receipts()[1]).toMatchObject({ subject: receipts()[0]?.subject, text: receipts()[0]?.text })
  const html = await (await ana.visit(page)).text()
  expect(html).toContain(`We sent your receipt to ${ANA} again.`)
  expect(formOn(html).press).not.toBe(fields.press)
})

test('ORD-8 a receipt can be resent three times an hour, and not for a canceled order', async () => {
  const { shop, ana, token } = await paidOrder()
  const again = async () => {
    const answer = await ana.call('POST', `/account/orders/${token}/receipt`)
    return [answer.status, (await answer.json()).reason]
  }
  for (const _ of [1, 2, 3]) expect(await again()).toEqual([200, undefined])
  expect(await again()).toEqual([429, 'flooded'])
  shop.pass(2 * HOUR_MS)
  expect(await again()).toEqual([200, undefined])
  await ana.call('POST', `/account/orders/${token}/cancel`)
  expect(await again()).toEqual([409, 'canceled'])
})

test('ORD-8 SEC-4 the receipt’s link resends it to its buyer, and a forwarded link does not reveal the email address', async () => {
  const { shop, token } = await paidOrder()
  const friend = await shop.shopper()
  const key = guestKey(shop.config, token)
  const path = `/account/orders/${token}?key=${key}`
  const { action, ...fields } = formOn(await (await friend.visit(path)).text())
  expect((await friend.submit('POST', action, fields)).headers.get('location')).toBe(path)
  expect(await (await friend.visit(path)).text()).not.toContain(ANA)
  await shop.settleDown()
  expect(mailsTo(shop, ANA)).toHaveLength(2)
  const stranger = await shop.shopper()
  await stranger.visit('/')
  for (const odd of ['', '?key=odd'])
    expect((await stranger.call('POST', `/account/orders/${token}/receipt${odd}`)).status).toBe(401)
})

test('ORD-8 GND-21 a link that is cut off, or whose order an account owns by now, says so above the sign-in', async () => {
  const { shop, token } = await paidOrder()
  const reader = await shop.shopper()
  const words = async (path: string) => {
    const answer = await reader.visit(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/signin'])
    return (await reader.visit('/signin')).text()
  }
  const key = guestKey(shop.config, token)
  const page = `/account/orders/${token}`
  expect(await words(`${page}?key=${key.slice(0, -5)}`)).toContain(BROKEN_LINK)
  expect(await words(`/account/orders/${token.slice(0, -1)}?key=${key}`)).toContain(BROKEN_LINK)
  expect(await words(page)).toContain('Please sign in first.')
  changeOrder(shop.db, token, { userId: userOf(shop, RUTH).id })
  expect(await words(`${page}?key=${key}`)).toContain(BROKEN_LINK)
})

test('ORD-8 a receipt that is sent again says what went back, as the receipt on the page does', async () => {
  const { shop, ana, token } = await paidOrder()
  const ruth = await signedIn(shop, RUTH)
  await ruth.visit(`/staff/orders/${token}`)
  const refund = { amount_cents: 725, reason: 'It came late.', press: 'once' }
  expect((await ruth.call('POST', `/staff/orders/${token}/refund`, refund)).status).toBe(200)
  await ana.call('POST', `/account/orders/${token}/receipt`)
  await shop.settleDown()
  const mail = mailsTo(shop, ANA).findLast(({ text }) => text.includes('Your order is confirmed'))
  expect(mail?.text).toMatch(/Charged to Visa ending in 4242: \$\d+\.\d\d\nBack to your card: −\$7\.25\n/)
  expect(mail?.html).toMatch(/Back to your card<\/th><td[^>]*>−\$7\.25/)
  expect(await (await ana.visit(`/account/orders/${token}/receipt`)).text()).toContain('−$7.25')
})

test('ORD-8 GFT-1 the receipt of gift cards says what went back when it is sent again', async () => {
  const shop = await world()
  const jane = await shop.shopper()
  const { token } = await boughtCards(shop, jane, BY_EMAIL, TO_PRINT)
  const receipts = () => mailsTo(shop, 'jane@example.com').filter(({ text }) => text.includes('Charged'))
  expect(receipts()[0]?.text).not.toContain('Back to your card')
  const payment_intent = latestPayment(shop.db, orderOf(shop.db, token).id)?.intentId ?? ''
  await shop.services.stripe.refunds.create({ payment_intent, amount: 379 })
  await shop.settleDown()
  await expectOk(jane.call('POST', `/account/orders/${token}/receipt`))
  await shop.settleDown()
  expect(receipts().at(-1)?.text).toMatch(/: \$150\.00\. No sales tax.*\s+Back to your card: −\$3\.79/)
})
