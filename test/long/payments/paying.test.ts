import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  giftCards,
  jobs,
  offers,
  orderLines,
  orders,
  outboxMessages,
  payments,
  shipDays,
  staffFlags,
  stock,
} from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { expireHolds, reconcilePayments } from '#src/payments/reconcile.ts'
import {
  expectOk,
  offerToken,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
} from '../../support/buying.ts'
import { coverByGift } from '../../support/paying-by-card.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const MINUTE = 60_000

const onHand = ({ db }: World, token: string, fcId = 1) =>
  db
    .select({ onHand: stock.onHand })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .where(eq(offers.token, token))
    .all()[fcId - 1]!.onHand

async function paidOrder(shop: World, card?: string) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret, card)
  return { ana, token, amount_cents, clientSecret }
}

const mailsTo = ({ db }: World, address: string) =>
  db.select().from(outboxMessages).where(eq(outboxMessages.recipient, address)).all()

describe('completing an order', () => {
  test('PAY-12 a paid order commits stock, ship day and money together, and sends one receipt', async () => {
    const shop = await world()
    const { ana, token, amount_cents } = await paidOrder(shop)
    const share = offerToken(shop.db, 'demo-fifty')
    const { shipOn } = orderOf(shop.db, token)
    const booked = () =>
      shop.db.select().from(shipDays).where(eq(shipDays.shipOn, shipOn!)).get()?.booked ?? 0
    const before = booked()
    await shop.settleDown()

    expect(orderOf(shop.db, token)).toMatchObject({
      state: 'paid',
      totalCents: amount_cents,
      holdExpiresAt: null,
    })
    expect(onHand(shop, share)).toBe(49)
    expect(booked()).toBe(before + 1)
    expect(ledgerProblems(shop.db)).toEqual([])
    expect(mailsTo(shop, 'ana@example.com')).toHaveLength(1)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
  })

  test('PAY-12 a webhook, polls, return pages and reconciliation at once complete the order only once', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    await Promise.all([
      shop.standIn.deliverDue(),
      ...Array.from({ length: 10 }, () => paymentStatus(ana, token)),
      ...Array.from({ length: 10 }, () => ana.visit(`/order/${token}/payment-status`)),
      reconcilePayments(shop.services),
    ])
    await shop.settleDown()
    expect(onHand(shop, offerToken(shop.db, 'demo-fifty'))).toBe(49)
    expect(mailsTo(shop, 'ana@example.com')).toHaveLength(1)
    expect(ledgerProblems(shop.db)).toEqual([])
  })

  test('PAY-12 without any webhook the poll finds the payment', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(orderOf(shop.db, token).state).toBe('paid')
  })

  test('PAY-12 without webhook and poll, reconciliation finds the payment', async () => {
    const shop = await world()
    const { token } = await paidOrder(shop)
    shop.pass(2 * MINUTE)
    await reconcilePayments(shop.services)
    expect(orderOf(shop.db, token).state).toBe('paid')
  })

  test('PAY-12 the receipt and analytics jobs are enqueued with the payment, not after it', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    await paymentStatus(ana, token)
    const queued = shop.db
      .select()
      .from(jobs)
      .all()
      .map((job) => job.key)
    expect(queued).toEqual(expect.arrayContaining([`receipt:${token}`, `purchase:${token}`]))
    expect(mailsTo(shop, 'ana@example.com')).toEqual([])
  })
})

describe('money that cannot be kept', () => {
  async function lateMoney(between: (shop: World, token: string) => Promise<void> | void) {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const { clientSecret } = await prepareToPay(ana, token)
    await between(shop, token)
    await ana.confirm(clientSecret)
    const status = await paymentStatus(ana, token)
    await shop.settleDown()
    return { shop, ana, token, status }
  }

  const emptyShelf = (shop: World) =>
    durably(shop.db, (tx) => {
      const share = tx
        .select()
        .from(offers)
        .where(eq(offers.token, offerToken(tx, 'demo-fifty')))
        .get()!
      tx.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, share.id)).run()
    })

  test('PAY-12 paid after the hold ended, with stock left: completed', async () => {
    const { shop, token, status } = await lateMoney((shop) => shop.pass(11 * MINUTE))
    expect(status).toBe('succeeded')
    expect(orderOf(shop.db, token).state).toBe('paid')
  })

  test('PAY-12 paid after the hold ended, but sold out since: refunded once, mailed, failed', async () => {
    const { shop, ana, token, status } = await lateMoney(async (shop) => {
      shop.pass(11 * MINUTE)
      await emptyShelf(shop)
    })
    expect(status).toBe('failed')
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'addressed', placedAt: null })
    const payment = shop.db.select().from(payments).get()
    const ours = shop.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderOf(shop.db, token).id))
      .get()!
    expect(payment).toBeTruthy()
    expect(ours.status).toBe('refunded')
    const refunds = await shop.services.stripe.refunds.list({ payment_intent: ours.intentId! })
    expect(refunds.data.map((refund) => refund.amount)).toEqual([ours.receivedCents])
    const [mail] = mailsTo(shop, 'ana@example.com')
    expect(mail!.text).toContain('is sold out')
    const page = await ana.visit(`/checkout/${token}?payment=failed`)
    expect(await page.text()).toContain('is sold out')
  })

  test('PAY-12 the cart changed between intent and confirmation: not completed, refunded, flagged', async () => {
    const { shop, token, status } = await lateMoney(async (shop, token) => {
      const order = orderOf(shop.db, token)
      await durably(shop.db, (tx) => {
        tx.update(orderLines).set({ quantity: 2 }).where(eq(orderLines.orderId, order.id)).run()
        tx.update(orders)
          .set({ state: 'addressed', totalCents: null, version: order.version + 1 })
          .where(eq(orders.id, order.id))
          .run()
      })
    })
    expect(status).toBe('failed')
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    expect(
      shop.db
        .select()
        .from(staffFlags)
        .where(eq(staffFlags.orderId, orderOf(shop.db, token).id))
        .all()
        .map((flag) => flag.kind),
    ).toEqual(['payment_mismatch'])
    expect(shop.standIn.ledger()).toMatchObject({})
  })

  test('PAY-12 adding to the cart during payment ends the hold, and the old amount never pays for the new cart', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const { clientSecret } = await prepareToPay(ana, token)
    await expectOk(ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, { quantity: 1 }))
    expect(orderOf(shop.db, token)).toMatchObject({
      state: 'addressed',
      totalCents: null,
      holdExpiresAt: null,
    })
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('failed')
    expect(orderOf(shop.db, token).placedAt).toBeNull()
  })

  test('PAY-12 an abandoned payment ends with its hold: the intent is canceled, then the units are released', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const { paymentIntentId, clientSecret } = await prepareToPay(ana, token)
    shop.pass(10 * MINUTE + 1)
    await expireHolds(shop.services)
    const intent = await shop.services.stripe.paymentIntents.retrieve(paymentIntentId)
    expect(intent.status).toBe('canceled')
    expect(orderOf(shop.db, token).state).toBe('addressed')
    expect((await ana.confirm(clientSecret)).status).not.toBe(200)

    const again = await prepareToPay(ana, token)
    expect(again.paymentIntentId).not.toBe(paymentIntentId)
    await ana.confirm(again.clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
  })

  test('PAY-12 a last-moment payment is kept even if the hold is just expiring', async () => {
    const shop = await world()
    const { token } = await paidOrder(shop)
    shop.pass(10 * MINUTE + 1)
    await expireHolds(shop.services)
    expect(orderOf(shop.db, token).state).toBe('paid')
  })
})

describe('one intent per order', () => {
  test("PAY-4 fifty concurrent calls return the same intent, with the order's total", async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const order_token = await readyToPay(ana, shop.db)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ana.call('POST', '/v1/stripe_create_payment_intent', { order_token })),
    )
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
      paymentIntentId: string
      clientSecret: string
    }[]
    expect(new Set(bodies.map((body) => body.paymentIntentId)).size).toBe(1)
    expect((await shop.services.stripe.paymentIntents.list()).data).toHaveLength(1)
    expect(bodies[0]).toMatchObject({
      setupIntentId: null,
      shippingRates: [{ amount: 1_995 }, { amount: 3_195 }],
      defaultValues: { billingDetails: { email: 'ana@example.com' } },
    })
  })

  test("PAY-4 the intent's amount follows the cart", async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const order_token = await readyToPay(ana, shop.db)
    const first = await prepareToPay(ana, order_token)
    await expectOk(ana.call('PUT', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 2 }))
    const second = await prepareToPay(ana, order_token)
    expect(second.paymentIntentId).toBe(first.paymentIntentId)
    expect(second.amount_cents - first.amount_cents).toBe(5_200)
    const intent = await shop.services.stripe.paymentIntents.retrieve(second.paymentIntentId)
    expect(intent.amount).toBe(second.amount_cents)
  })

  test('PAY-4 on a placed order both calls respond 409 and change nothing', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    await paymentStatus(ana, token)
    const before = orderOf(shop.db, token)
    for (const call of ['stripe_create_payment_intent', 'stripe_validate_payment']) {
      expect((await ana.call('POST', `/v1/${call}`, { order_token: token })).status).toBe(409)
    }
    expect(orderOf(shop.db, token)).toEqual(before)
  })

  const asMembership = (ana: Shopper, order_token: string) =>
    expectOk(ana.call('POST', '/v1/set_recurring_order', { order_token, recurring: true }))

  test('PAY-4 sub-paid saves the card for later use', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await asMembership(ana, token)
    const { paymentIntentId, clientSecret } = await prepareToPay(ana, token)
    const intent = await shop.services.stripe.paymentIntents.retrieve(paymentIntentId)
    expect(intent).toMatchObject({
      setup_future_usage: 'off_session',
      customer: orderOf(shop.db, token).providerCustomerId,
    })
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
  })

  test('PAY-4 sub-free sets up a card and charges nothing', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await asMembership(ana, token)
    await coverByGift(shop, token)
    await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
    const answer = await expectOk(
      ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }),
    )
    const { setupIntentId, paymentIntentId, clientSecret, flow } = (await answer.json()) as Record<
      string,
      string
    >
    expect({ flow, paymentIntentId }).toEqual({ flow: 'sub-free', paymentIntentId: null })
    expect(setupIntentId).toMatch(/^seti_/)
    await ana.confirm(clientSecret!)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
  })

  test('PAY-11 alc-free is placed without the provider, once, and the gift card is debited once', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await coverByGift(shop, token)
    const place = () => ana.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token })
    const answers = await Promise.all([place(), place(), place()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await place()).status).toBe(200)
    await shop.settleDown()
    const order = orderOf(shop.db, token)
    expect(order).toMatchObject({ state: 'paid', totalCents: 0 })
    const card = shop.db
      .select()
      .from(giftCards)
      .where(eq(giftCards.codeHash, `of ${token}`))
      .get()!
    expect(card.balanceCents).toBe(50_000 - order.giftCents!)
    expect(mailsTo(shop, 'ana@example.com')).toHaveLength(1)
    expect((await shop.services.stripe.paymentIntents.list()).data).toEqual([])
  })

  test("PAY-11 an order with a balance due can't be placed that way, with its token in the path or in the body", async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const call = '/v1/stripe_confirm_stripeless'
    expect((await ana.call('POST', `${call}/${token}`)).status).toBe(422)
    expect((await ana.call('POST', call, { order_token: token })).status).toBe(422)
    expect((await ana.call('POST', call, {})).status).toBe(404)
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    expect(onHand(shop, offerToken(shop.db, 'demo-fifty'))).toBe(50)
  })

  test('PAY-11 on an order paid by card the call responds 409 and changes nothing', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    await shop.settleDown()
    const paid = orderOf(shop.db, token)
    expect(paid.state).toBe('paid')
    const answer = await ana.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'order_placed' })
    expect(orderOf(shop.db, token)).toEqual(paid)
  })
})

describe('the payment status', () => {
  test('PAY-10 a declined card is failed, and another attempt can succeed', async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop, 'pm_card_visa_chargeDeclined')
    expect(await paymentStatus(ana, token)).toBe('failed')
    const page = await ana.visit(`/checkout/${token}?payment=failed`)
    expect(await page.text()).toContain('Your card was declined. Nothing was charged, and your box is saved.')

    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
  })

  test('PAY-10 an unconfirmed intent, and one waiting for 3-D Secure, are pending', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const { clientSecret } = await prepareToPay(ana, token)
    expect(await paymentStatus(ana, token)).toBe('pending')
    await ana.confirm(clientSecret, 'pm_card_authenticationRequired')
    shop.pass(4_000)
    expect(await paymentStatus(ana, token)).toBe('pending')
  })

  test("PAY-10 another order's intent, an unknown intent, or another shopper's order is a 404", async () => {
    const shop = await world()
    const { ana, token } = await paidOrder(shop)
    const other = await paidOrder(shop)
    const theirs = shop.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderOf(shop.db, other.token).id))
      .get()!
    for (const id of [theirs.intentId, 'pi_unknown']) {
      const answer = await ana.call('GET', `/v1/order/${token}/payment_status?payment_intent_id=${id}`)
      expect(answer.status).toBe(404)
    }
    expect((await ana.call('GET', `/v1/order/${other.token}/payment_status`)).status).toBe(404)
  })

  test('PAY-10 concurrent polls make one provider request per three seconds', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await prepareToPay(ana, token)
    let asked = 0
    const retrieve = shop.services.stripe.paymentIntents.retrieve.bind(shop.services.stripe.paymentIntents)
    shop.services.stripe.paymentIntents.retrieve = ((...args: Parameters<typeof retrieve>) => {
      asked++
      return retrieve(...args)
    }) as typeof retrieve
    await Promise.all(Array.from({ length: 20 }, () => paymentStatus(ana, token)))
    expect(asked).toBe(1)
    shop.pass(3_001)
    await paymentStatus(ana, token)
    expect(asked).toBe(2)
  })
})
