import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders, payments, staffFlags, users } from '#db/schema/index.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { expireHolds, reconcilePayments } from '#src/payments/reconcile.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { expectOk, offerToken, orderOf, paymentStatus, prepareToPay } from '../support/buying.ts'
import { addCard } from '../support/own-cards.ts'
import { atPayment, makeRecurring, payWith } from '../support/paying-by-card.ts'
import { stripeOver, type World, world } from '../support/world.ts'

const HOUR_MS = 3600_000

/** As after a change of API keys: the provider knows none of the earlier intents. */
const forgetIntents = (shop: World) =>
  durably(shop.db, (tx) => {
    for (const { id } of tx.select().from(payments).where(isNotNull(payments.intentId)).all())
      tx.update(payments)
        .set({ intentId: `pi_ofAnotherAccount${id}` })
        .where(eq(payments.id, id))
        .run()
  })

const lostFlags = (shop: World) =>
  shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'payment_lost')).all()

const paymentsOf = (shop: World, token: string) =>
  shop.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderOf(shop.db, token).id))
    .all()

test('PAY-17 an intent unknown to the provider is replaced, in both checkouts', async () => {
  const shop = await world()
  const newer = await atPayment(shop)
  const older = await atPayment(shop)
  await prepareToPay(newer.ana, newer.token)
  await prepareToPay(older.ana, older.token)
  await forgetIntents(shop)

  const { clientSecret } = await prepareToPay(newer.ana, newer.token)
  await newer.ana.confirm(clientSecret)
  await shop.settleDown()
  expect(orderOf(shop.db, newer.token).state).toBe('paid')
  expect(await payWith(shop, older.ana, older.token)).toMatchObject({ status: 200 })

  for (const { token } of [newer, older])
    expect(paymentsOf(shop, token).map(({ status }) => status)).toEqual(['lost', 'succeeded'])
  expect(lostFlags(shop).map(({ orderId }) => orderId)).toEqual([
    orderOf(shop.db, newer.token).id,
    orderOf(shop.db, older.token).id,
  ])
})

test('PAY-17 if nobody returns, the lost intent is found and the order released', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await prepareToPay(ana, token)
  await forgetIntents(shop)
  shop.pass(11 * 60_000)
  await expireHolds(shop.services)
  expect(orderOf(shop.db, token).state).toBe('addressed')
  expect(latestPayment(shop.db, orderOf(shop.db, token).id)?.status).toBe('lost')
  expect(lostFlags(shop)).toHaveLength(1)
  expect(await paymentStatus(ana, token)).toBe('failed')
})

test('PAY-17 a charge on a lost intent is refunded', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret, paymentIntentId } = await prepareToPay(ana, token)
  await forgetIntents(shop)
  await prepareToPay(ana, token)
  const lost = paymentsOf(shop, token)[0]!
  await durably(shop.db, (tx) => {
    tx.update(payments).set({ intentId: paymentIntentId }).where(eq(payments.id, lost.id)).run()
  })
  await expectOk(ana.call('POST', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 1 }))
  await ana.confirm(clientSecret)
  await shop.settleDown()
  expect(paymentsOf(shop, token)[0]!.status).toBe('refunded')
  expect(lostFlags(shop)).toMatchObject([{ resolution: 'The provider told us of it again.' }])
  expect(shop.standIn.ledger().refundedCents).toBe(shop.standIn.ledger().chargedCents)
})

test("PAY-17 a customer unknown to the provider doesn't block paying for a membership", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await makeRecurring(ana, token)
  await durably(shop.db, (tx) => {
    tx.update(orders).set({ providerCustomerId: 'cus_ofAnotherAccount' }).where(eq(orders.token, token)).run()
  })
  expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid' })
  expect(orderOf(shop.db, token).providerCustomerId).not.toBe('cus_ofAnotherAccount')
})

test("PAY-17 a customer unknown to the provider doesn't block adding a card to an account", async () => {
  const shop = await world()
  const ben = await signedIn(shop)
  const { id } = userOf(shop, BEN)
  await durably(shop.db, (tx) => {
    tx.update(users).set({ providerCustomerId: 'cus_ofAnotherAccount' }).where(eq(users.id, id)).run()
  })
  await addCard(shop, ben)
  expect(userOf(shop, BEN).providerCustomerId).not.toBe('cus_ofAnotherAccount')
})

test('PAY-18 after a change of keys, payments of the other account or mode are closed', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await reconcilePayments(shop.services)
  await prepareToPay(ana, token)
  expect(paymentsOf(shop, token)[0]).toMatchObject({ providerAccount: 'acct_stand_in', livemode: false })

  const changed = (change: object) =>
    durably(shop.db, (tx) => void tx.update(payments).set(change).where(eq(payments.status, 'open')).run())
  await changed({ providerAccount: 'acct_before' })
  await reconcilePayments(shop.services)
  expect(paymentsOf(shop, token)[0]!.status).toBe('lost')

  await prepareToPay(ana, token)
  await changed({ livemode: true })
  await reconcilePayments(shop.services)
  expect(paymentsOf(shop, token).map(({ status }) => status)).toEqual(['lost', 'lost'])
  expect(lostFlags(shop)).toHaveLength(2)
  await payWith(shop, ana, token)
  expect(orderOf(shop.db, token).state).toBe('paid')
})

test("PAY-18 a provider that can't name its account blocks nothing, and is asked again only if it was down", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await prepareToPay(ana, token)
  const down = downFor(shop, (path) => path === '/v1/account')
  await reconcilePayments({ ...shop.services, stripe: down })
  expect(paymentsOf(shop, token)[0]!.status).toBe('open')
  await reconcilePayments(shop.services)
  const asked: string[] = []
  const { standIn, config } = shop
  const stripe = stripeOver((request) => {
    asked.push(new URL(request.url).pathname)
    return standIn.api.fetch(request)
  }, config.payments.secretKey)
  await reconcilePayments({ ...shop.services, stripe })
  await reconcilePayments({ ...shop.services, stripe })
  expect(asked.filter((path) => path === '/v1/account')).toHaveLength(1)
})

/** A provider that is down for some paths, with Stripe's own retries off, since they take time. */
const downFor = (shop: World, isDown: (path: string) => boolean) =>
  stripeOver((request) => {
    if (!isDown(new URL(request.url).pathname)) return shop.standIn.api.fetch(request)
    return Response.json(
      { error: { type: 'api_error', message: 'down' } },
      { status: 500, headers: { 'stripe-should-retry': 'false' } },
    )
  }, shop.config.payments.secretKey)

/** Two hundred payments the provider gives no response for, ahead of one that was paid. */
async function behindDeadOnes(shop: World, token: string, dead = 200) {
  const { id: _, ...order } = orderOf(shop.db, token)
  const wall = shop.services.wallClock.now()
  await durably(shop.db, (tx) => {
    for (let index = 0; index < dead; index++) {
      const own = { token: `dead${String(index).padStart(18, '0')}`, identifier: `DW-DEAD${index}` }
      const box = { ...order, ...own, sessionHash: null, state: 'addressed', totalCents: null } as const
      const { id: orderId } = tx.insert(orders).values(box).returning().get()
      const at = wall - 3 * HOUR_MS
      const payment = { orderId, attempt: 1, flow: 'alc-paid', amountCents: 5_000, status: 'open' } as const
      tx.insert(payments)
        .values({ ...payment, intentId: `pi_dead${index}`, snapshotAt: at, createdAt: at })
        .run()
    }
  })
}

test("PAY-17 payments without a response don't keep a paid one from being found", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  await behindDeadOnes(shop, token)
  expect(await paymentStatus(ana, token)).toBe('pending')
  shop.standIn.control.webhooks({ drop: 1 })
  await ana.confirm(clientSecret)
  const stripe = downFor(shop, (path) => path.includes('pi_dead'))
  for (let round = 0; round < 2; round++) {
    shop.pass(60_000)
    await reconcilePayments({ ...shop.services, stripe })
  }
  expect(orderOf(shop.db, token).state).toBe('paid')
})

test('PAY-17 an unanswered request backs off, and the silence shows in the metrics', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await prepareToPay(ana, token)
  const stripe = downFor(shop, (path) => path.startsWith('/v1/payment_intents'))
  const unanswered = () => paymentsOf(shop, token)[0]!.unanswered
  const silence = async () => (await shop.services.metrics.oldestOpenPayment.get()).values[0]!.value

  const questions: number[] = []
  for (let minute = 0; minute < 9; minute++) {
    shop.pass(60_000)
    await reconcilePayments({ ...shop.services, stripe })
    questions.push(unanswered())
  }
  expect(questions).toEqual([1, 2, 3, 3, 4, 4, 4, 5, 5])
  expect(await silence()).toBeGreaterThanOrEqual(540)

  shop.pass(6 * 60_000)
  await reconcilePayments(shop.services)
  expect(unanswered()).toBe(0)
  expect(await silence()).toBe(0)
})

test('PAY-17 several requests run concurrently, and a round ends at its deadline', async () => {
  const shop = await world()
  const { token } = await atPayment(shop)
  await behindDeadOnes(shop, token, 20)
  let open = 0
  let most = 0
  const stripe = stripeOver(async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setImmediate(resolve))
    open--
    shop.pass(5_000)
    return Response.json(
      { error: { type: 'api_error', message: 'down' } },
      { status: 500, headers: { 'stripe-should-retry': 'false' } },
    )
  }, shop.config.payments.secretKey)
  await reconcilePayments({ ...shop.services, stripe })
  expect(most).toBeGreaterThan(2)
  const asked = shop.db
    .select()
    .from(payments)
    .all()
    .filter(({ unanswered }) => unanswered > 0)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThan(20)
})
