import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { freeItems, memberships, offers, orderRewards, stock, stockMovements } from '#db/schema/index.ts'
import { HOUR_MS } from '#src/day.ts'
import { boxesNow } from '#src/fulfillment/waves.ts'
import { rememberFreeItem } from '#src/membership/choose-free-item.ts'
import { tendMemberships } from '#src/membership/tend.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import {
  advance,
  advanceTo,
  MEMBER,
  memberShop,
  membershipRow,
  nextBoxOf,
  pastCharge,
  subjectsTo,
  subscriptionOf,
} from '../support/membership.ts'
import { giveReward } from '../support/rewards.ts'
import { asTx } from '../support/tx.ts'
import { type World, world } from '../support/world.ts'

const offerOf = ({ db }: World, token: string) =>
  db.select().from(offers).where(eq(offers.token, token)).get()!

const unitsLeft = (made: World, token: string) =>
  made.db
    .select()
    .from(stock)
    .where(eq(stock.offerId, offerOf(made, token).id))
    .all()
    .reduce((sum, { onHand }) => sum + onHand, 0)

const sellOut = (made: World, token: string, left = 0) =>
  made.db
    .update(stock)
    .set({ onHand: left })
    .where(eq(stock.offerId, offerOf(made, token).id))
    .run()

const choose = (
  member: Awaited<ReturnType<typeof memberShop>>['member'],
  order: string,
  promotion_id: string,
) => member.call('POST', `/v1/subscriptions/free_item/${order}`, { promotion_id })

describe('the free item of each box', () => {
  test('MEM-1 is a default one in the next box, or another that the member picks, at no extra cost', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    expect(box.free_item?.promotion_id).toBe(box.free_items[0]!.promotion_id)
    const other = box.free_items[2]!
    const page = await (await member.visit('/account/subscriptions')).text()
    expect(page).toContain(`value="${other.promotion_id}"`)
    expect(page).toContain('for free')

    await expectOk(choose(member, box.order_token, other.promotion_id))
    await expectOk(choose(member, box.order_token, other.promotion_id))
    const chosen = await nextBoxOf(member)
    expect(chosen.free_item).toMatchObject({ promotion_id: other.promotion_id })
    expect(chosen.total_cents).toBe(box.total_cents)

    const before = unitsLeft(made, other.promotion_id)
    await pastCharge(made, chosen)
    const order = orderOf(made.db, box.order_token)
    expect(order).toMatchObject({ state: 'paid', totalCents: box.total_cents })
    expect(unitsLeft(made, other.promotion_id)).toBe(before - 1)
    const slip = boxesNow(made.db, [order.id]).get(order.id)!
    expect(slip.lines.find(({ bid_item_token }) => bid_item_token === other.promotion_id)).toMatchObject({
      quantity: 1,
      line_cents: 0,
    })
    const mail = mailsTo(made, MEMBER).find(({ subject }) => subject?.startsWith('Last call'))
    expect(mail?.text).toContain(`Free with your membership: ${other.name}`)
    const receipt = await (await member.visit(`/account/orders/${box.order_token}`)).text()
    expect(receipt).toContain('free with your membership')
    await tendMemberships(made.services)
    expect((await nextBoxOf(member)).free_item?.promotion_id).toBe(other.promotion_id)
  })

  test('MEM-1 is swapped if it sells out and the member prefers that, left out otherwise, and never sold twice', async () => {
    for (const whenGone of ['swap', 'drop'] as const) {
      const { made, member } = await memberShop()
      const { token } = await subscriptionOf(member)
      await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: whenGone }))
      const box = await nextBoxOf(member)
      const gone = box.free_item!
      await advanceTo(made, box.charge_at, -HOUR_MS)
      sellOut(made, gone.promotion_id, 2) // only the units already in the box
      const left = unitsLeft(made, gone.promotion_id)
      await pastCharge(made, box)
      const { id, state, totalCents } = orderOf(made.db, box.order_token)
      expect([state, totalCents]).toEqual(['paid', box.total_cents])
      const kept = made.db.select().from(orderRewards).where(eq(orderRewards.orderId, id)).get()
      const second = offerOf(made, box.free_items[1]!.promotion_id).id
      expect(kept?.offerId).toBe(whenGone === 'swap' ? second : undefined)
      expect(subjectsTo(made)).toContain('We changed something in your box')
      expect(unitsLeft(made, gone.promotion_id)).toBe(left - 2)
    }
  })

  test('MEM-1 rejects a sold-out or unknown choice, cannot change after the cutoff, and 50 concurrent choices set one', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const [first, second] = box.free_items
    sellOut(made, second!.promotion_id)
    const soldOut = await choose(member, box.order_token, second!.promotion_id)
    expect([soldOut.status, await soldOut.text()]).toEqual([422, expect.stringContaining('just sold out')])
    expect((await choose(member, box.order_token, 'nothing')).status).toBe(422)
    expect((await choose(member, box.order_token, '')).status).toBe(422)

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        choose(member, box.order_token, box.free_items[nth % 2 === 0 ? 2 : 3]!.promotion_id),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    const rows = made.db
      .select()
      .from(orderRewards)
      .where(eq(orderRewards.orderId, orderOf(made.db, box.order_token).id))
      .all()
    expect(rows).toHaveLength(1)

    await advanceTo(made, box.lock_at, -HOUR_MS)
    await pastCharge(made, box)
    const late = await choose(member, box.order_token, first!.promotion_id)
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('too late')])
  })

  test('MEM-1 comes only while the membership is active, and again with the resumed box', async () => {
    const { made, member } = await memberShop()
    const { token, next } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`, {}))
    await advance(made, 24 * HOUR_MS)
    expect((await subscriptionOf(member)).next).toBeNull()
    const sold = and(
      eq(stockMovements.reason, 'sold'),
      eq(stockMovements.orderId, orderOf(made.db, next!.order_token).id),
    )
    expect(made.db.select().from(stockMovements).where(sold).all()).toEqual([])
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/resume`, {}))
    expect((await nextBoxOf(member)).free_item).toEqual(next!.free_item)
  })

  test('MEM-1 makes way for a reward, explains that when chosen, and returns once the reward is removed', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const reward = giveReward(made.db, { to: 'member', amountCents: 500 })
    const path = `/cart/reward/${box.order_token}.json`
    await expectOk(member.call('PUT', path, { promotion_id: reward }))
    const refused = await choose(member, box.order_token, box.free_items[2]!.promotion_id)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('has a reward')])
    expect(await nextBoxOf(member)).toMatchObject({ free_item: null, total_cents: box.total_cents - 500 })
    await expectOk(member.call('DELETE', path))
    await advanceTo(made, box.charge_at, -HOUR_MS)
    expect((await nextBoxOf(await signedIn(made, MEMBER))).free_item).toEqual(box.free_item)
  })

  test('MEM-1 is absent if the shop has no free items', async () => {
    const made = await world()
    made.db.delete(freeItems).run()
    const member = await signedIn(made, MEMBER)
    await tendMemberships(made.services)
    const box = await nextBoxOf(member)
    expect(box).toMatchObject({ free_item: null, free_items: [] })
    await pastCharge(made, box)
    expect(orderOf(made.db, box.order_token).state).toBe('paid')
  })

  test('MEM-1 chosen in an upgrade by promotion_id is remembered for later boxes, and an unknown one is not', async () => {
    const { made, member } = await memberShop()
    const membership = membershipRow(made)
    const other = (await nextBoxOf(member)).free_items[3]!
    const remember = (id: string) => rememberFreeItem(asTx(made.db), membership.id, id, made.clock.now())
    expect(remember('nothing')).toBe(false)
    expect(remember(other.promotion_id)).toBe(true)
    const kept = made.db.select().from(memberships).where(eq(memberships.id, membership.id)).get()!
    expect(kept.freeItemId).toBe(offerOf(made, other.promotion_id).id)
  })
})
