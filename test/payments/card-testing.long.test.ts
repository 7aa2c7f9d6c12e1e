import { expect, test } from 'vitest'
import { declinedCharges } from '#db/schema/index.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { expectOk, offerToken, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { atPayment, coverByGift, makeRecurring } from '../support/paying-by-card.ts'
import { world } from '../support/world.ts'

const HOUR_MS = 3600_000
const BAD = 'pm_card_chargeDeclined'

test('PAY-16 the fifth decline at the provider cancels the intent and blocks the order for an hour', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  const statuses: number[] = []
  for (let card = 0; card < 8; card++) {
    statuses.push((await ana.confirm(clientSecret, BAD)).status)
    await shop.settleDown()
  }
  expect(statuses).toEqual([402, 402, 402, 402, 402, 400, 400, 400])
  expect((await ana.confirm(clientSecret, 'pm_card_visa')).status).toBe(400)
  expect(latestPayment(shop.db, orderOf(shop.db, token).id)?.status).toBe('canceled')

  const tryAgain = () => ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })
  shop.pass(HOUR_MS - 1_000)
  expect(await (await tryAgain()).json()).toMatchObject({ code: 'too_many_declines' })
  shop.pass(2_000)
  expect((await tryAgain()).status).toBe(200)
})

test('PAY-16 declines are counted from events, however late, and each charge once', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  shop.standIn.control.webhooks({ hold: true, copies: 3 })
  for (let card = 0; card < 4; card++) await ana.confirm(clientSecret, BAD)
  shop.standIn.control.release({ shuffled: true })
  await shop.settleDown()
  shop.pass(4_000)
  expect(await paymentStatus(ana, token)).toBe('failed')
  expect(shop.db.select().from(declinedCharges).all()).toHaveLength(4)
  expect(latestPayment(shop.db, orderOf(shop.db, token).id)?.status).toBe('open')
})

test('PAY-16 declines of a card being saved count, too', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await makeRecurring(ana, token)
  await coverByGift(shop, token)
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  const intent = await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
  const { clientSecret } = (await intent.json()) as { clientSecret: string }
  for (let card = 0; card < 5; card++) {
    await ana.confirm(clientSecret, BAD)
    await shop.settleDown()
  }
  expect((await ana.confirm(clientSecret, 'pm_card_visa')).status).toBe(400)
})

test("PAY-16 a session's declines add up across its orders", async () => {
  const shop = await world({ config: { rateLimited: true } })
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  for (let card = 0; card < 3; card++) await ana.confirm(clientSecret, BAD)
  await ana.confirm(clientSecret, 'pm_card_visa')
  await shop.settleDown()
  expect(orderOf(shop.db, token).state).toBe('paid')

  const next = await readyToPay(ana, shop.db)
  const again = await prepareToPay(ana, next)
  for (let card = 0; card < 2; card++) await ana.confirm(again.clientSecret, BAD)
  await shop.settleDown()
  expect((await ana.confirm(again.clientSecret, 'pm_card_visa')).status).toBe(400)
  const refused = await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: next })
  expect(await refused.json()).toMatchObject({ code: 'too_many_declines' })
})

test('PAY-16 twenty declines from one network, over any orders, block it for an hour', async () => {
  const shop = await world({ config: { rateLimited: true } })
  for (let order = 0; order < 5; order++) {
    const { ana, token } = await atPayment(shop)
    const { clientSecret } = await prepareToPay(ana, token)
    for (let card = 0; card < 4; card++) {
      await ana.confirm(clientSecret, BAD)
      await shop.settleDown()
    }
  }
  const { ana, token } = await atPayment(shop)
  const refused = await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })
  expect(refused.status).toBe(429)
  shop.pass(HOUR_MS + 1_000)
  expect((await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })).status).toBe(
    200,
  )
  shop.pass(24 * HOUR_MS)
  await endWhatIsOld(shop.services)
  expect(shop.db.select().from(declinedCharges).all()).toEqual([])
})

test("PAY-16 reading the payment page isn't counted; changing the intent is", async () => {
  const shop = await world({ config: { rateLimited: true } })
  const { ana, token } = await atPayment(shop)
  const read = () => ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })
  for (let load = 0; load < 40; load++) expect((await read()).status).toBe(200)
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))

  const chicken = `/cart/items/${offerToken(shop.db, 'whole-chicken')}`
  const statuses: number[] = []
  for (let change = 0; change < 11; change++) {
    await expectOk(change % 2 ? ana.call('DELETE', chicken) : ana.call('POST', chicken, { quantity: 1 }))
    statuses.push((await read()).status)
  }
  expect(statuses.indexOf(429)).toBe(9)
})
