import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderRewards, orders, payments, rewards } from '#db/schema/index.ts'
import { addDays, assertDay } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { random } from '#src/tokens.ts'
import {
  changeOrder,
  expectOk,
  offerToken,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
} from '../../support/buying.ts'
import { saveStep } from '../../support/delivery-step.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { TODAY } from '../../support/now.ts'
import {
  giveReward,
  ownRewards,
  redeem,
  signedIn,
  summaryOf,
  userNamed,
  wordsOf,
} from '../../support/rewards.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const SHARE_CENTS = 5_200
const SHIPPING_CENTS = 1_995
const FULL_CENTS = SHARE_CENTS + SHIPPING_CENTS

async function atPay() {
  const shop = await world()
  const ana = await signedIn(shop)
  return { ...shop, ana, token: await readyToPay(ana, shop.db) }
}

const validate = async (shopper: Shopper, order_token: string) => {
  const response = await shopper.call('POST', '/v1/stripe_validate_payment', { order_token })
  return { status: response.status, body: (await response.json()) as { message: string; code?: string } }
}

const arriveOn = (shopper: Shopper, token: string, arrival_date: string) =>
  expectOk(shopper.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date }))

/** An open order of the same account, equal to the first except for its token and identifier. */
function anotherBox({ db }: Pick<World, 'db'>, token: string): string {
  const { id, ...order } = orderOf(db, token)
  const names = { token: random.token(), identifier: `DW-${random.readable(8)}` }
  const { id: copy } = db
    .insert(orders)
    .values({ ...order, ...names })
    .returning()
    .get()
  db.run(sql`insert into order_lines (order_id, offer_id, quantity, price_cents, added_at)
    select ${copy}, offer_id, quantity, price_cents, added_at from order_lines where order_id = ${id}`)
  db.run(sql`insert into order_rewards (order_id, reward_id, offer_id)
    select ${copy}, reward_id, offer_id from order_rewards where order_id = ${id}`)
  return names.token
}

const usesOf = ({ db }: Pick<World, 'db'>, reward: string) =>
  db
    .select({ token: orders.token })
    .from(orderRewards)
    .innerJoin(rewards, eq(rewards.id, orderRewards.rewardId))
    .innerJoin(orders, eq(orders.id, orderRewards.orderId))
    .where(and(eq(rewards.token, reward), sql`${orderRewards.usedAt} is not null`))
    .all()
    .map(({ token }) => token)

describe("RWD-1 a reward and the box's delivery day", () => {
  test("RWD-1 CRT-8 a reward doesn't apply past its last day, and does again on an earlier day", async () => {
    const { ana, db, token } = await atPay()
    const reward = giveReward(db, { amountCents: 1_000, deliverBy: addDays(TODAY, 12) })
    const early = orderOf(db, token).arrivalOn ?? ''
    await redeem(ana, token, reward)
    expect(await summaryOf(ana, token)).toContain('Total $61.95')

    await arriveOn(ana, token, addDays(TODAY, 19))
    const sentence =
      'Your box arrives Wednesday, December 9, but this reward is for boxes that arrive by Wednesday, December 2. Choose an earlier date to use it, or save it for another box.'
    for (const words of [await summaryOf(ana, token), await wordsOf(await ana.visit('/cart'))]) {
      expect(words).toContain(sentence)
      expect(words).toContain('Total $71.95')
      expect(words).not.toContain('Reward −')
    }
    await arriveOn(ana, token, early)
    expect(await summaryOf(ana, token)).toMatch(/Reward −\$10\.00 .*Total \$61\.95/)
    expect(await summaryOf(ana, token)).not.toContain('save it for another box')
  })

  test('RWD-1 PAY-8 past its last day a reward is removed before payment, with one message, and is usable again', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000, deliverBy: addDays(TODAY, 12) })
    await redeem(ana, token, reward)
    await arriveOn(ana, token, addDays(TODAY, 19))
    const refused = await validate(ana, token)
    expect(refused).toMatchObject({ status: 422, body: { code: 'reward' } })
    expect(refused.body.message).toMatch(
      /^Your box arrives Wednesday, December 9, .* We removed it from this box/,
    )
    expect(ownRewards(db)).toEqual([])
    expect(await wordsOf(await ana.visit('/rewards'))).toMatch(
      /Ready to use .*\$10\.00 off a box A thank-you/,
    )

    const { amount_cents, clientSecret } = await prepareToPay(ana, token)
    expect(amount_cents).toBe(FULL_CENTS)
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(usesOf(shop, reward)).toEqual([])
  })

  test('RWD-1 a reward that no open day can meet anymore is reported as expired', async () => {
    const { ana, db, token, pass } = await atPay()
    const first = assertDay(orderOf(db, token).arrivalOn ?? '')
    const reward = giveReward(db, { amountCents: 1_000, deliverBy: first })
    expect((await redeem(ana, token, reward)).status).toBe(200)
    await arriveOn(ana, token, addDays(TODAY, 19))
    expect(await summaryOf(ana, token)).toContain('or save it for another box')
    pass(4 * 24 * 3600_000)
    expect(await summaryOf(ana, token)).toMatch(/No delivery dates are left before then, so it has expired\./)
    expect(await wordsOf(await ana.visit('/rewards'))).toContain('so it has expired')
  })
})

test("RWD-1 a paid box can't be moved past its reward's last day", async () => {
  const shop = await atPay()
  const { ana, db, token } = shop
  await redeem(ana, token, giveReward(db, { amountCents: 1_000, deliverBy: addDays(TODAY, 12) }))
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const refused = await saveStep(ana, token, { arrival_date: addDays(TODAY, 19) })
  expect(refused).toMatchObject({
    status: 422,
    error:
      "Your reward is for boxes that arrive by Wednesday, December 2, so you'd lose it. Please choose another delivery date.",
  })
  const moved = await saveStep(ana, token, { arrival_date: addDays(TODAY, 12) })
  expect(moved.status).toBe(200)
  expect(orderOf(db, token)).toMatchObject({ arrivalOn: addDays(TODAY, 12), rewardsCents: 1_000 })
})

describe('R9 a reward is used once', () => {
  test('R9 RWD-1 of twenty boxes in payment at once one gets the reward; the others are refused before any charge', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    await redeem(ana, token, reward)
    const boxes = [token, ...Array.from({ length: 19 }, () => anotherBox(shop, token))]
    const answers = await Promise.all(boxes.map((box) => validate(ana, box)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'reward' })
      expect(body.message).toMatch(/^You're paying for another box with this reward right now\./)
    }
    expect(db.select().from(payments).where(eq(payments.status, 'succeeded')).all().length).toBeGreaterThan(0)

    const winner = boxes[answers.findIndex(({ status }) => status === 200)] ?? ''
    for (const box of boxes) {
      const { clientSecret, amount_cents } = await prepareToPay(ana, box)
      expect(amount_cents).toBe(box === winner ? FULL_CENTS - 1_000 : FULL_CENTS)
      await ana.confirm(clientSecret)
    }
    await shop.settleDown()
    expect(boxes.map((box) => orderOf(db, box).state)).toEqual(boxes.map(() => 'paid'))
    expect(usesOf(shop, reward)).toEqual([winner])
    expect(ledgerProblems(db)).toEqual([])
  })

  test('R9 RWD-1 a reward held for a box that changed or was never paid becomes available to another', async () => {
    const shop = await atPay()
    const { ana, token } = shop
    await redeem(ana, token, giveReward(shop.db, { amountCents: 1_000 }))
    const other = anotherBox(shop, token)
    expect((await validate(ana, token)).status).toBe(200)
    await expectOk(
      ana.call('POST', '/v1/stripe_update_email', { order_token: token, email: 'b@example.com' }),
    )
    expect((await validate(ana, other)).status).toBe(200)
    shop.pass(601_000)
    expect((await validate(ana, token)).status).toBe(200)
  })

  test('R9 RWD-1 a late payment whose reward went to another box is refunded in full', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    await redeem(ana, token, reward)
    const other = anotherBox(shop, token)
    const late = await prepareToPay(ana, token)
    shop.pass(601_000)
    const { clientSecret } = await prepareToPay(ana, other)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    await ana.confirm(late.clientSecret)
    await shop.settleDown()
    expect([orderOf(db, other).state, orderOf(db, token).placedAt]).toEqual(['paid', null])
    const returned = db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderOf(db, token).id))
      .get()
    expect(returned).toMatchObject({ status: 'refunded', receivedCents: FULL_CENTS - 1_000 })
    expect(usesOf(shop, reward)).toEqual([other])
    expect(ledgerProblems(db)).toEqual([])
  })

  test('R9 RWD-1 a canceled order returns its reward for one other box', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { amountCents: 1_000 })
    await redeem(ana, token, reward)
    const next = anotherBox(shop, token)
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    const used = "You've already used this reward for another box."
    expect((await redeem(ana, next, reward)).body.message).toBe(used)
    expect(await summaryOf(ana, next)).toContain(used)
    expect(await wordsOf(await ana.visit('/cart'))).toMatch(
      /Your reward for this box \$10\.00 off a box .*already used this reward/,
    )

    changeOrder(db, token, { state: 'canceled' })
    expect(await wordsOf(await ana.visit('/rewards'))).not.toContain('Used on order')
    expect((await redeem(ana, next, reward)).status).toBe(200)
    const again = await prepareToPay(ana, next)
    expect(again.amount_cents).toBe(FULL_CENTS - 1_000)
    await ana.confirm(again.clientSecret)
    await shop.settleDown()
    expect(orderOf(db, next).state).toBe('paid')
  })
})

test("RWD-1 PRC-1 a reward doesn't count toward the minimum or against it, and never covers more than the items", async () => {
  const shop = await world()
  const ana = await signedIn(shop)
  const { db } = shop
  const token = await readyToPay(ana, db)
  await redeem(ana, token, giveReward(db, { amountCents: 9_900 }))
  const { amount_cents } = await prepareToPay(ana, token)
  expect(amount_cents).toBe(SHIPPING_CENTS)

  const ben = await signedIn(shop, 'other')
  const beef = offerToken(db, 'grass-fed-ground-beef')
  await ben.call('POST', `/cart/items/${beef}`, { quantity: 4 }) // $46.00
  const box = db
    .select()
    .from(orders)
    .where(sql`${orders.state} = 'cart' and ${orders.userId} = ${userNamed(db, 'other').id}`)
    .get()!
  const gift = giveReward(db, { gifts: ['maple-smoked-bacon'], to: 'other' })
  expect((await redeem(ben, box.token, gift)).status).toBe(200)
  expect(await validate(ben, box.token)).toMatchObject({ status: 422, body: { code: 'below_minimum' } })
})

test('RWD-1 a declined payment uses up no reward', async () => {
  const shop = await atPay()
  const { ana, db, token } = shop
  const reward = giveReward(db, { amountCents: 1_000 })
  await redeem(ana, token, reward)
  const { clientSecret } = await prepareToPay(ana, token)
  const before = dump(db)
  await ana.confirm(clientSecret, 'pm_card_visa_chargeDeclined')
  await shop.settleDown()
  expect(usesOf(shop, reward)).toEqual([])
  expect(changedTables(before, dump(db))).not.toContain('order_rewards')
})
