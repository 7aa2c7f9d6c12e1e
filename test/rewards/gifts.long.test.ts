import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { analyticsEvents, holds, offers, outboxMessages, stock } from '#db/schema/index.ts'
import { orderForAnalytics } from '#src/orders/analytics-json.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { countStock } from '#src/stock/count.ts'
import { availableUnits } from '#src/stock/stock.ts'
import { offerToken, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { giveReward, ownRewards, redeem, signedIn, summaryOf, wordsOf } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import { asTx } from '../support/tx.ts'
import { type World, world } from '../support/world.ts'

const GIFTS = ['grass-fed-ground-beef', 'maple-smoked-bacon', 'wildflower-honey']
const FIRST_CENTER = 1

async function atPay(shop?: World, name = 'shopper') {
  const made = shop ?? (await world())
  const ana = await signedIn(made, name)
  return { ...made, ana, token: await readyToPay(ana, made.db) }
}

const offerId = (db: Db, slug: string) =>
  db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(db, slug)))
    .get()!.id

const leave = (db: Db, slug: string, units: number) =>
  countStock(asTx(db), [{ offerId: offerId(db, slug), fcId: FIRST_CENTER, units }], 0, 'counted')

const onShelf = (db: Db, slug: string) =>
  db
    .select()
    .from(stock)
    .where(and(eq(stock.offerId, offerId(db, slug)), eq(stock.fcId, FIRST_CENTER)))
    .get()!.onHand

const validate = async (shopper: Shopper, order_token: string) => {
  const response = await shopper.call('POST', '/v1/stripe_validate_payment', { order_token })
  return { status: response.status, body: (await response.json()) as { message: string; code?: string } }
}

describe('RWD-2 a choice of gifts', () => {
  test('RWD-2 the chosen gift is in cart, summary, confirmation, receipt and analytics', async () => {
    const shop = await atPay()
    const { ana, db, token } = shop
    const reward = giveReward(db, { gifts: GIFTS })
    const before = onShelf(db, 'maple-smoked-bacon')
    expect(await redeem(ana, token, reward, offerToken(db, 'maple-smoked-bacon'))).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^We added your reward to your box: .*bacon.*, free\.$/i) },
    })
    const line = /bacon [^$]*your reward .*?Free/i
    for (const words of [await summaryOf(ana, token), await wordsOf(await ana.visit('/cart'))]) {
      expect(words).toMatch(line)
      expect(words).toContain('Total $71.95')
    }
    expect(await (await ana.visit(`/checkout/${token}`)).text()).toMatch(
      /"order_summary_english":"[^"]* and 1 × [^"]*bacon/i,
    )
    const { clientSecret, amount_cents } = await prepareToPay(ana, token)
    expect(amount_cents).toBe(7_195)
    expect(availableUnits(db, offerId(db, 'maple-smoked-bacon'), FIRST_CENTER, shop.clock.now())).toBe(
      before - 1,
    )
    await ana.confirm(clientSecret)
    await shop.settleDown()
    expect(await paymentStatus(ana, token)).toBe('succeeded')

    expect(onShelf(db, 'maple-smoked-bacon')).toBe(before - 1)
    expect(await wordsOf(await ana.visit(`/order/${token}/confirmation`))).toMatch(line)
    const receipt = db
      .select()
      .from(outboxMessages)
      .all()
      .find(({ subject }) => subject?.includes(orderOf(db, token).identifier))
    expect(receipt?.text).toMatch(/1 × .*bacon.*your reward \(.*\): Free/i)
    const purchase = db
      .select()
      .from(analyticsEvents)
      .where(eq(analyticsEvents.key, `purchase:${token}`))
      .get()
    expect(orderForAnalytics(db, orderOf(db, token)).lineitems_for_google_analytics).toMatchObject([
      { price_cents: 5_200 },
      { item_name: expect.stringMatching(/bacon/i), price_cents: 0, quantity: 1 },
    ])
    expect(JSON.stringify(purchase?.properties)).toMatch(/bacon","price":0,"quantity":1/i)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('RWD-2 no gift, one not offered, or a sold-out one is refused, and changes nothing', async () => {
    const { ana, db, token } = await atPay()
    const reward = giveReward(db, { gifts: GIFTS })
    leave(db, 'wildflower-honey', 0)
    const before = dump(db)
    for (const [gift, sentence] of [
      [undefined, /^Please choose your gift\.$/],
      [offerToken(db, 'wagyu-ribeye'), /^Please choose one of this reward's gifts\.$/],
      ['x', /^Please choose one of this reward's gifts\.$/],
      [
        offerToken(db, 'wildflower-honey'),
        /honey, .* just sold out\. Please choose another gift, or save the reward/i,
      ],
    ] as const) {
      const { status, body } = await redeem(ana, token, reward, gift)
      expect(status).toBe(422)
      expect(body.message).toMatch(sentence)
    }
    expect(changedTables(before, dump(db))).toEqual([])
    const cart = await (await ana.visit('/cart')).text()
    const honey = cart.split(`value="${offerToken(db, 'wildflower-honey')}"`)[1] ?? ''
    expect(honey.slice(0, 60)).toContain('disabled')
    expect(honey.slice(0, 1500)).toContain('Sold out')
  })

  test('RWD-2 the gift can be changed until payment, and a single gift needs no choice', async () => {
    const { ana, db, token } = await atPay()
    const reward = giveReward(db, { gifts: GIFTS })
    await redeem(ana, token, reward, offerToken(db, 'maple-smoked-bacon'))
    await redeem(ana, token, reward, offerToken(db, 'wildflower-honey'))
    expect(await summaryOf(ana, token)).toMatch(/honey/i)
    expect(await summaryOf(ana, token)).not.toMatch(/bacon/i)

    const only = giveReward(db, { gifts: ['maple-smoked-bacon'] })
    expect((await redeem(ana, token, only)).status).toBe(200)
    expect(await summaryOf(ana, token)).toMatch(/bacon/i)
  })

  test('RWD-2 R1 when two orders race for the last gift, one gets it and the other is refused before any charge', async () => {
    const first = await atPay()
    const { db } = first
    const second = await atPay(first, 'other')
    leave(db, 'wildflower-honey', 1)
    const honey = offerToken(db, 'wildflower-honey')
    const buyers = [
      { shopper: first.ana, token: first.token, reward: giveReward(db, { gifts: GIFTS }) },
      { shopper: second.ana, token: second.token, reward: giveReward(db, { gifts: GIFTS, to: 'other' }) },
    ]
    for (const { shopper, token, reward } of buyers)
      expect((await redeem(shopper, token, reward, honey)).status).toBe(200)
    const answers = await Promise.all(buyers.map(({ shopper, token }) => validate(shopper, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body.code).toBe('reward')
    expect(refused?.body.message).toMatch(/honey, .* just sold out\..* We removed it from this box/i)

    for (const { shopper, token } of buyers) {
      await shopper.confirm((await prepareToPay(shopper, token)).clientSecret)
      await first.settleDown()
      expect(await paymentStatus(shopper, token)).toBe('succeeded')
    }
    expect(onShelf(db, 'wildflower-honey')).toBe(0)
    expect(ownRewards(db)).toHaveLength(1)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('RWD-2 R1 a gift needs stock on top of the bought units', async () => {
    const shop = await world()
    const ana = await signedIn(shop)
    const { db } = shop
    const token = await readyToPay(ana, db, { slug: 'grass-fed-ground-beef', quantity: 5 })
    const reward = giveReward(db, { gifts: ['grass-fed-ground-beef'] })
    leave(db, 'grass-fed-ground-beef', 5)
    expect((await redeem(ana, token, reward)).body.message).toMatch(/just sold out/)
    leave(db, 'grass-fed-ground-beef', 6)
    expect((await redeem(ana, token, reward)).status).toBe(200)
    const { clientSecret } = await prepareToPay(ana, token)
    expect(
      db
        .select()
        .from(holds)
        .where(eq(holds.orderId, orderOf(db, token).id))
        .all(),
    ).toMatchObject([{ offerId: offerId(db, 'grass-fed-ground-beef'), quantity: 6 }])
    await ana.confirm(clientSecret)
    await shop.settleDown()
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(onShelf(db, 'grass-fed-ground-beef')).toBe(0)
  })
})
