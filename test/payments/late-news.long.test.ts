import { setImmediate } from 'node:timers/promises'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import { payments, staffFlags, webhookEvents } from '#db/schema/index.ts'
import { changeOpenOrder } from '#src/orders/open-order.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { expireHolds, reconcilePayments } from '#src/payments/reconcile.ts'
import { addGiftCard } from '#src/pricing/gift-cards.ts'
import { openGiftCard } from '#src/pricing/gift-ledger.ts'
import { expectOk, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { editableBox, roastOf } from '../support/editing.ts'
import { atPayment } from '../support/paying-by-card.ts'
import { type World, world } from '../support/world.ts'

/** Adds a gift card that covers the whole order, as applying its code does. */
async function payAllByGiftCard({ db, clock }: World, orderToken: string) {
  const order = orderOf(db, orderToken)
  await durably(db, (tx) => {
    const entry = { cents: 100_000, reference: 'all', now: clock.now() }
    addGiftCard(tx, order.id, openGiftCard(tx, 'all', 'issued', entry))
    changeOpenOrder(tx, order, clock.now())
  })
}

const flagsOf = ({ db }: World, token: string) =>
  db
    .select()
    .from(staffFlags)
    .where(eq(staffFlags.orderId, orderOf(db, token).id))
    .all()

const attemptsOf = ({ db }: World, token: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderOf(db, token).id))
    .all()

test('PAY-12 a charge on an attempt we had canceled still pays the order', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  await durably(
    shop.db,
    (tx) =>
      void tx
        .update(payments)
        .set({ status: 'canceled' })
        .where(eq(payments.orderId, orderOf(tx, token).id))
        .run(),
  )
  await ana.confirm(clientSecret)
  await shop.settleDown()
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: amount_cents })
  expect(attemptsOf(shop, token)).toMatchObject([{ status: 'succeeded', receivedCents: amount_cents }])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('PAY-12 a card charged in another tab after the order was paid by gift card is refunded', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  await payAllByGiftCard(shop, token)
  await expectOk(ana.call('POST', `/v1/stripe_confirm_stripeless/${token}`, { order_token: token }))
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })

  await ana.confirm(clientSecret)
  await shop.settleDown()
  await shop.settleDown()
  expect(shop.standIn.ledger()).toMatchObject({ charges: 1, refundedCents: amount_cents })
  expect(attemptsOf(shop, token)).toMatchObject([{ status: 'refunded', receivedCents: amount_cents }])
  expect(orderOf(shop.db, token).state).toBe('paid')
  expect(ledgerProblems(shop.db)).toEqual([])
  expect(flagsOf(shop, token)).toEqual([])
})

test("PAY-10 a late event of an earlier decline doesn't fail the next attempt", async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const first = await prepareToPay(ana, token)
  expect((await ana.confirm(first.clientSecret, 'pm_card_chargeDeclined')).status).toBe(402)
  const again = await prepareToPay(ana, token)
  await shop.settleDown() // the decline's webhook arrives only now
  shop.standIn.control.webhooks({ hold: true })
  await ana.confirm(again.clientSecret)

  expect(await paymentStatus(ana, token)).toBe('succeeded')
  const page = await ana.visit(`/order/${token}/payment-status`)
  expect(page.headers.get('location')).toBe(`/order/${token}/confirmation`)
})

test('PAY-8 a hold renewed during the expiry job keeps its intent', async () => {
  const shop = await world()
  const [ana, ben] = [await shop.shopper(), await shop.shopper()]
  const anas = await readyToPay(ana, shop.db, { email: 'ana@example.com' })
  const bens = await readyToPay(ben, shop.db, { email: 'ben@example.com' })
  await prepareToPay(ana, anas)
  await prepareToPay(ben, bens)
  shop.pass(11 * 60_000)
  // Ben's page is reading his intent as the holds expire, and Ben clicks Pay again.
  const { paymentIntents } = shop.services.stripe
  const retrieve = paymentIntents.retrieve.bind(paymentIntents)
  let ending: Promise<void> | undefined
  let renewal: ReturnType<typeof prepareToPay> | undefined
  paymentIntents.retrieve = (async (...args: Parameters<typeof retrieve>) => {
    if (!ending) {
      ending = expireHolds(shop.services)
      renewal = prepareToPay(ben, bens)
      while ((orderOf(shop.db, bens).holdExpiresAt ?? 0) < shop.clock.now()) await setImmediate()
    }
    return retrieve(...args)
  }) as typeof retrieve
  await expectOk(ben.call('POST', '/v1/stripe_create_payment_intent', { order_token: bens }))
  await ending

  expect(renewal).toBeDefined()
  const { clientSecret } = await renewal!
  expect((await ben.confirm(clientSecret)).status).toBe(200)
  await shop.settleDown()
  expect(orderOf(shop.db, bens).state).toBe('paid')
  expect(orderOf(shop.db, anas).state).toBe('addressed')
})

test('PAY-12 an intent left over after a gift card paid the order is canceled at the provider', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, paymentIntentId } = await prepareToPay(ana, token)
  await payAllByGiftCard(shop, token)
  await expectOk(ana.call('POST', `/v1/stripe_confirm_stripeless/${token}`, { order_token: token }))
  shop.pass(60_000)
  await reconcilePayments(shop.services)
  expect(await shop.services.stripe.paymentIntents.retrieve(paymentIntentId)).toMatchObject({
    status: 'canceled',
  })
  expect((await ana.confirm(clientSecret)).status).toBe(400)
})

test('REL-3 a webhook that arrives while the provider is down has no effect, and stays queued for redelivery', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  shop.standIn.control.fault({ kind: 'error', path: '/v1/payment_intents/*', method: 'GET' })
  expect(await shop.standIn.deliverDue()).toBeGreaterThan(0)
  expect(orderOf(shop.db, token).state).toBe('payment_pending')
  expect(shop.db.select().from(webhookEvents).all()).toEqual([])
  expect(await (await shop.standIn.controlApi.request('/')).json()).toMatchObject({ pending: 1 })
})

test('PAY-17 an unpaid order that can’t be opened again keeps no other payment from ending', async () => {
  const { shop, confirm, order } = await editableBox()
  expect(await confirm([{ bid_item_token: roastOf(shop).token, quantity: 1 }])).toMatchObject({ status: 402 })
  const ben = await shop.shopper()
  const token = await readyToPay(ben, shop.db)
  await prepareToPay(ben, token)
  const broken = orderOf(shop.db, token)
  shop.db.run(sql`create trigger broken_order before update on orders
    when new.state = 'addressed' and old.identifier = ${sql.raw(`'${broken.identifier}'`)}
    begin select raise(abort, 'broken'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  shop.pass(11 * 60_000)
  await expireHolds(shop.services)
  expect(attemptsOf(shop, order().token).map(({ status }) => status)).toEqual(['succeeded', 'canceled'])
  expect(errors.mock.calls).toMatchObject([[{ orderId: broken.id }, 'a hold could not be ended']])
})

test('PAY-18 a payment of another account that can’t be closed keeps no other payment from being looked up', async () => {
  const shop = await world()
  const [broken, foreign, own] = [await atPayment(shop), await atPayment(shop), await atPayment(shop)]
  await reconcilePayments(shop.services)
  for (const { ana, token } of [broken, foreign]) await prepareToPay(ana, token)
  await durably(
    shop.db,
    (tx) =>
      void tx
        .update(payments)
        .set({ providerAccount: 'acct_before' })
        .where(isNotNull(payments.intentId))
        .run(),
  )
  const { clientSecret } = await prepareToPay(own.ana, own.token)
  await own.ana.confirm(clientSecret)
  shop.db.run(sql`create trigger broken_payment before update on payments
    when new.status = 'lost' and old.order_id = ${sql.raw(String(orderOf(shop.db, broken.token).id))}
    begin select raise(abort, 'broken'); end`)
  const paymentStatusOf = (token: string) => latestPayment(shop.db, orderOf(shop.db, token).id)?.status
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  shop.pass(60_000)
  await reconcilePayments(shop.services)
  expect(paymentStatusOf(foreign.token)).toBe('lost')
  expect(orderOf(shop.db, own.token).state).toBe('paid')
  expect(errors.mock.calls.map(([, words]) => words)).toContain(
    'a payment of another account could not be closed',
  )
})
