import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderRewards, orders, outboxMessages, rewards } from '#db/schema/index.ts'
import { addDays, formatDay } from '#src/day.ts'
import { currentTotals } from '#src/pricing/facts.ts'
import {
  changeOrder,
  expectOk,
  fillCart,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
} from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { TODAY } from '../support/now.ts'
import { giveReward, ownRewards, redeem, signedIn, summaryOf, wordsOf } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const DEMO_SHARE_CENTS = 5_200
const SHIPPING_CENTS = 1_995

async function atShop() {
  const shop = await world()
  return { ...shop, ana: await signedIn(shop) }
}

async function atPay() {
  const shop = await atShop()
  return { ...shop, token: await readyToPay(shop.ana, shop.db) }
}

async function pay(shop: World, shopper: Shopper, token: string) {
  const intent = await prepareToPay(shopper, token)
  await shopper.confirm(intent.clientSecret)
  await shop.settleDown()
  expect(await paymentStatus(shopper, token)).toBe('succeeded')
  return intent
}

const arriveOn = (shopper: Shopper, token: string, arrival_date: string) =>
  expectOk(shopper.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date }))

describe("RWD-1 a customer's rewards", () => {
  test('RWD-1 have a page with what can be used until when, and what has expired', async () => {
    const { ana } = await atShop()
    expect(await (await ana.visit('/account')).text()).toContain('href="/rewards"')
    const page = await ana.visit('/rewards')
    expect(page.status).toBe(200)
    const words = await wordsOf(page)
    for (const said of [
      'Ready to use',
      '$10.00 off a box For a year with us',
      `arrive by ${formatDay(addDays(TODAY, 28), 'long')}`,
      'Hickory breakfast links, 12 oz, free',
      'Your choice of 3 free gifts',
      'Expired $5.00 off a box',
      'it has expired',
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('Used')
  })

  test('RWD-1 require signing in, and are private', async () => {
    const shop = await atShop()
    const guest = await shop.shopper()
    const turned = await guest.visit('/rewards')
    expect([turned.status, turned.headers.get('location')]).toEqual([303, '/signin'])
    expect((await guest.call('GET', '/rewards')).status).toBe(401)

    giveReward(shop.db, { name: 'Only Ben’s', amountCents: 700, to: 'other' })
    expect(await (await shop.ana.visit('/rewards')).text()).not.toContain('Only Ben')
    expect(await wordsOf(await (await signedIn(shop, 'other')).visit('/rewards'))).toContain(
      '$7.00 off a box',
    )
  })

  test('RWD-1 show which order has a reward, and which used it', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    await redeem(ana, token, reward)
    expect(await wordsOf(await ana.visit('/rewards'))).toMatch(/On your box \$10\.00 off a box A thank-you/)
    await pay(shop, ana, token)
    expect(await wordsOf(await ana.visit('/rewards'))).toContain(
      `Used $10.00 off a box A thank-you For boxes that arrive by ${formatDay(addDays(TODAY, 40), 'long')} Used on order ${orderOf(db, token).identifier}`,
    )
  })

  test('RWD-1 an account without rewards says so', async () => {
    const shop = await atShop()
    expect(await wordsOf(await (await signedIn(shop, 'other')).visit('/rewards'))).toContain('No rewards yet')
  })
})

describe('CRT-8 a reward in the cart', () => {
  test('CRT-8 PRC-1 shows in cart and summary, reduces the charge, and is on the receipt', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    expect(await redeem(ana, token, reward)).toEqual({
      status: 200,
      body: { message: 'We added your reward to your box: $10.00 off a box.' },
    })
    const totalCents = DEMO_SHARE_CENTS - 1_000 + SHIPPING_CENTS
    expect(await wordsOf(await ana.visit('/cart'))).toMatch(/Reward −\$10\.00 .*Total \$61\.95/)
    expect(await summaryOf(ana, token)).toMatch(/Reward −\$10\.00 .*Total \$61\.95/)
    const { amount_cents } = await pay(shop, ana, token)
    expect(amount_cents).toBe(totalCents)
    expect(orderOf(db, token)).toMatchObject({ state: 'paid', rewardsCents: 1_000, totalCents })
    expect(await wordsOf(await ana.visit(`/order/${token}/confirmation`))).toContain('Reward −$10.00')
    const receipt = db
      .select()
      .from(outboxMessages)
      .all()
      .find(({ subject }) => subject?.includes(orderOf(db, token).identifier))
    expect(receipt?.text).toContain('Reward: −$10.00')
  })

  test('CRT-8 each refusal is a 422 with its reason, and changes nothing', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const foreign = giveReward(db, { amountCents: 900, to: 'other' })
    const over = giveReward(db, { amountCents: 900, deliverBy: addDays(TODAY, 1) })
    const late = giveReward(db, { amountCents: 900, deliverBy: addDays(TODAY, 12) })
    const gone = giveReward(db, { amountCents: 900 })
    await arriveOn(ana, token, addDays(TODAY, 19))
    const past = db.select().from(orders).where(eq(orders.state, 'delivered')).get()!
    const { id } = db.select().from(rewards).where(eq(rewards.token, gone)).get()!
    db.insert(orderRewards).values({ orderId: past.id, rewardId: id, usedAt: 1 }).run()

    const before = dump(db)
    for (const [promotion, sentence] of [
      ['', "We can't find that reward."],
      ['NOSUCH', "We can't find that reward."],
      [['a'], "We can't find that reward."],
      [foreign, "We can't find that reward."],
      [
        over,
        'This reward was for boxes that arrive by Saturday, November 21. No delivery dates are left before then, so it has expired.',
      ],
      [
        late,
        'Your box arrives Wednesday, December 9, but this reward is for boxes that arrive by Wednesday, December 2. Choose an earlier date to use it, or save it for another box.',
      ],
      [gone, "You've already used this reward for another box."],
    ] as const) {
      expect(await redeem(ana, token, promotion)).toEqual({
        status: 422,
        body: { message: sentence, error: sentence },
      })
    }
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('CRT-8 SEC-4 requires its owner and their own open order', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    const ben = await signedIn(shop, 'other')
    expect((await redeem(ben, token, reward)).status).toBe(404)
    const guest = await shop.shopper()
    const guests = await fillCart(guest, db)
    expect((await redeem(guest, guests, reward)).status).toBe(401)
    for (const odd of ['x', '', `${token}x`, `x${token}`])
      expect((await ana.call('PUT', `/cart/reward/${odd}.json`, { promotion_id: reward })).status).toBe(404)

    await pay(shop, ana, token)
    const before = dump(db)
    expect((await redeem(ana, token, reward)).status).toBe(409)
    expect((await ana.call('DELETE', `/cart/reward/${token}.json`)).status).toBe(409)
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test("CRT-8 can't be changed while the payment is being confirmed", async () => {
    const { ana, db, token } = await atPay()
    const [first, second] = [giveReward(db, { amountCents: 500 }), giveReward(db, { amountCents: 600 })]
    await redeem(ana, token, first)
    await prepareToPay(ana, token)
    changeOrder(db, token, { paymentInFlightAt: 1 })
    for (const refused of [
      await redeem(ana, token, second),
      await told(ana.call('DELETE', `/cart/reward/${token}.json`)),
    ]) {
      expect(refused.status).toBe(422)
      expect(refused.body.message).toMatch(/being confirmed/)
    }
  })

  test('CRT-8 RWD-1 only one per order: another replaces it, and the first is usable again', async () => {
    const { ana, db, token } = await atPay()
    const [first, second] = [giveReward(db, { amountCents: 500 }), giveReward(db, { amountCents: 600 })]
    await redeem(ana, token, first)
    await redeem(ana, token, second)
    expect(ownRewards(db)).toHaveLength(1)
    expect(await summaryOf(ana, token)).toContain('Reward −$6.00')
    expect((await redeem(ana, token, second)).body.message).toBe(
      'Your reward is already on your box: $6.00 off a box.',
    )
    expect(await wordsOf(await ana.visit('/rewards'))).toMatch(/Ready to use .*\$5\.00 off a box A thank-you/)
  })

  test('CRT-8 GND-5 plain forms add and remove it, and the page says so', async () => {
    const { ana, db, token } = await atPay()
    const reward = giveReward(db, { amountCents: 1_000 })
    const path = `/cart/reward/${token}`
    const cart = await (await ana.visit('/cart')).text()
    expect(cart).toContain(`action="${path}"`)
    expect(cart).toContain(`name="promotion_id" value="${reward}"`)
    const shown = async (response: Response) => {
      expect([response.status, response.headers.get('location')]).toEqual([303, '/cart'])
      return (await ana.visit('/cart')).text()
    }
    expect(await shown(await ana.submit('PUT', path, { promotion_id: reward }))).toContain(
      'We added your reward to your box: $10.00 off a box.',
    )
    expect(await shown(await ana.submit('PUT', path, { promotion_id: 'none' }))).toContain(
      'We can&#39;t find that reward.',
    )
    expect(await shown(await ana.submit('DELETE', path))).toContain('We removed your reward from this box.')
    expect(await shown(await ana.submit('DELETE', path))).toContain('There&#39;s no reward on your box.')
    expect(currentTotals(db, orderOf(db, token), 0).rewardsCents).toBe(0)
  })

  test("CRT-8 a guest's cart shows no rewards", async () => {
    const shop = await world()
    const guest = await shop.shopper()
    await fillCart(guest, shop.db)
    expect(await (await guest.visit('/cart')).text()).not.toMatch(/id="rewards"|promotion_id/)
  })
})

const told = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, body: (await response.json()) as { message: string } }
}
