import { desc, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { auditEntries, offers, orders, priceProposals, rewards, roles, staffFlags } from '#db/schema/index.ts'
import { claimsOf } from '#src/claims/claims.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import { itemsOf } from '#src/orders/items.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { changeOrder, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { tell } from '../support/claims.ts'
import type { Shopper } from '../support/shopper.ts'
import { openFlag, openFlags, RUTH } from '../support/staff.ts'
import { type World, world } from '../support/world.ts'

/** Two staff members, and an order of about $250. */
async function twoAtDesk(quantity = 6) {
  const shop = await world()
  const { db } = shop
  db.insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  const june = await shop.shopper()
  const token = await readyToPay(june, db, { email: 'june@example.com', quantity })
  await june.confirm((await prepareToPay(june, token)).clientSecret)
  await shop.settleDown()
  const [ruth, ben] = [await signedIn(shop, RUTH), await signedIn(shop, BEN)]
  const post = (who: Shopper, action: string, fields: Record<string, unknown>) =>
    who.call('POST', `/staff/orders/${token}/${action}`, fields)
  return { shop, db, token, june, ruth, ben, post, order: () => orderOf(db, token) }
}

const verbsOf = (shop: World, token: string) =>
  shop.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectToken, token))
    .all()
    .map(({ verb, actorName }) => [verb, actorName])

describe('approval by a second person', () => {
  test('STF-2 a large cancellation waits until a colleague cancels, too', async () => {
    const { shop, token, ruth, ben, post, order } = await twoAtDesk()
    const cancel = (who: Shopper) => post(who, 'cancel', { reason: 'She asked by phone.' })
    const first = await cancel(ruth)
    expect([first.status, (await first.json()).message]).toEqual([
      409,
      expect.stringContaining('needs a second person'),
    ])
    expect((await cancel(ruth)).status).toBe(409)
    expect(order().state).toBe('paid')
    expect(openFlag(shop, 'giving_waits').detail).toContain('Ruth Abernathy wants to cancel this order')
    expect((await cancel(ben)).status).toBe(200)
    await shop.settleDown()
    expect([order().state, openFlags(shop, 'giving_waits'), ledgerProblems(shop.db)]).toEqual([
      'canceled',
      [],
      [],
    ])
    expect(verbsOf(shop, token)).toEqual([
      ['order.cancel_asked', 'Ruth Abernathy'],
      ['order.canceled', 'Ben Castellano'],
    ])
  })

  test('STF-2 so does canceling from a flag', async () => {
    const { shop, ruth, ben, order, db } = await twoAtDesk()
    const flag = { kind: 'parcel_problem', key: 'parcel', detail: 'Lost.', orderId: order().id } as const
    await durably(db, (tx) => flagForStaff(tx, { ...flag, now: shop.clock.now() }))
    const { id } = openFlag(shop, 'parcel_problem')
    const refund = (who: Shopper) =>
      who.call('POST', `/staff/flags/${id}/resolve`, { action: 'refund_order', resolution: 'Lost.' })
    expect([(await refund(ruth)).status, (await refund(ruth)).status, order().state]).toEqual([
      409,
      409,
      'paid',
    ])
    expect([(await refund(ben)).status, order().state]).toEqual([200, 'canceled'])
  })

  test('STF-2 so does reshipping a large box, with the same items', async () => {
    const { ruth, ben, post, db, token, shop } = await twoAtDesk()
    changeOrder(db, token, { state: 'delivered' })
    const item = db.all<{ token: string }>(
      `select offers.token from order_lines join offers on offers.id = offer_id join orders on orders.id = order_id
       where orders.token = '${token}'`,
    )[0]?.token
    const again = (who: Shopper, quantity: number, press: string) =>
      post(who, 'reship', { items: [{ bid_item_token: item, quantity }], reason: 'Thawed.', press })
    expect((await again(ruth, 6, 'p1')).status).toBe(409)
    expect((await again(ben, 5, 'p2')).status).toBe(409) // less, but not what was requested
    expect(openFlags(shop, 'giving_waits')).toHaveLength(2)
    expect((await again(ben, 6, 'p3')).status).toBe(200)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('STF-2 amounts add up across actions: a partial refund plus a cancellation of the rest needs approval', async () => {
    const { ruth, post, order } = await twoAtDesk()
    expect((await post(ruth, 'refund', { amount_cents: 15_000, reason: 'Thawed.' })).status).toBe(200)
    expect((await post(ruth, 'cancel', { reason: 'The rest.' })).status).toBe(409)
    expect(order().state).toBe('paid')
  })

  test('STF-2 removing much of a box waits for a colleague who removes the same', async () => {
    const { ruth, ben, token, order, db } = await twoAtDesk(9)
    const item = db.all<{ token: string }>(
      `select offers.token from order_lines join offers on offers.id = offer_id where order_id = ${order().id}`,
    )[0]?.token
    const edit = { items: [{ bid_item_token: item, quantity: 3 }], reason: 'Less.' }
    const send = (who: Shopper, more: object) =>
      who.call('POST', `/staff/orders/${token}/edit`, { ...edit, ...more })
    const { difference_cents } = (await (await send(ruth, {})).json()) as { difference_cents: number }
    expect(difference_cents).toBeLessThan(-20_000)
    const confirmed = { confirmed: true, version: order().version, difference_cents }
    expect((await send(ruth, confirmed)).status).toBe(409)
    expect((await send(ruth, confirmed)).status).toBe(409)
    expect((await send(ben, confirmed)).status).toBe(200)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('STF-4 the store credit limit applies to the giver, across customers', async () => {
    const { shop, ruth } = await twoAtDesk(1)
    const credit = async (email: string, cents: number, key: string) => {
      const path = `/staff/customers/${userOf(shop, email).token}/credit`
      return (await ruth.call('POST', path, { amount_cents: cents, reason: 'Thawed', key })).json()
    }
    expect((await credit(ANA, 6_000, 'credit-one')).state).toBe('done')
    expect((await credit('fulfillment@example.com', 4_001, 'credit-two')).state).toBe('waiting')
  })

  test('ORD-9 STF-2 a box sent again and then canceled was not given, so it leaves room for another answer', async () => {
    const { shop, db, token, june, ruth, post, order } = await twoAtDesk(2)
    changeOrder(db, token, { state: 'delivered', arrivalOn: dayIn('America/Los_Angeles', shop.clock.now()) })
    const [item] = itemsOf(db, order().id)
    await tell(june, token, { lines: [item!.token] })
    const [claim] = claimsOf(db, order().id)
    const answer = (fields: object) => ruth.call('POST', paths.staffClaim(claim!.id), { ...fields })
    const cancelBox = async () => {
      await shop.settleDown()
      const box = db.select().from(orders).where(eq(orders.totalCents, 0)).orderBy(desc(orders.id)).get()
      shop.pass(60_000)
      expect((await june.call('POST', paths.cancelOrder(box!.token))).status).toBe(200)
    }
    expect((await answer({ answer: 'reship' })).status).toBe(200)
    await cancelBox()
    const items = [{ bid_item_token: item!.token, quantity: 2 }]
    expect((await post(ruth, 'reship', { items, reason: 'Thawed.', press: 'p1' })).status).toBe(200)
    await cancelBox()
    expect((await answer({ answer: 'refund', amount_cents: 12_000 })).status).toBe(200)
    expect((await post(ruth, 'refund', { amount_cents: 9_000, reason: 'More.' })).status).not.toBe(200)
    expect(ledgerProblems(db)).toEqual([])
  })

  test("STF-6 a day's gift cards, rewards, credit and refunds count together", async () => {
    const { shop, ruth, ben, post } = await twoAtDesk()
    const card = { amount: '300.00', reason: 'A prize', press: 'gift-card-press-1' }
    expect((await ruth.call('POST', paths.staffGiftCards(), card)).status).toBe(200)
    expect((await post(ruth, 'refund', { amount_cents: 15_000, reason: 'Thawed.' })).status).toBe(200)
    const reward = (who: Shopper, press: string) =>
      who.call('POST', paths.staffRewards(), {
        ...{ email: 'fulfillment@example.com', name: 'Sorry', amount: '60.00', press },
        deliver_by: '2099-01-01',
      })
    expect((await reward(ruth, 'reward-press-one1')).status).toBe(422)
    expect(shop.db.select().from(rewards).where(eq(rewards.token, 'reward-press-one1')).all()).toEqual([])
    expect((await reward(ben, 'reward-press-two2')).status).toBe(200)
  })
})

test('STF-5 accepting a price from its flag asks first if it is far off, and refuses one too high', async () => {
  const shop = await world()
  const { db } = shop
  const ruth = await signedIn(shop, RUTH)
  const offer = db.select().from(offers).where(isNotNull(offers.poundCents)).limit(1).get()
  if (!offer) throw new Error('no offer')
  const priceNow = () => db.select().from(offers).where(eq(offers.id, offer.id)).get()
  const propose = async (priceCents: number) => {
    const proposal = { offerId: offer.id, priceCents, isPerPound: true, reason: 'Feed' }
    const { id } = db
      .insert(priceProposals)
      .values({ ...proposal, proposedAt: shop.clock.now() })
      .returning()
      .get()
    const flag = { kind: 'price_proposed', key: `price_proposal:${id}`, detail: 'A price.' } as const
    await durably(db, (tx) => flagForStaff(tx, { ...flag, subjectId: id, now: shop.clock.now() }))
    return `/staff/flags/${db.select().from(staffFlags).where(eq(staffFlags.key, flag.key)).get()?.id}`
  }
  const accept = (path: string, more = {}) =>
    ruth.call('POST', `${path}/resolve`, { action: 'accept_price', ...more })
  const far = await propose(1)
  expect((await accept(far)).status).toBe(409)
  expect(priceNow()).toEqual(offer)
  expect(await (await ruth.visit(far)).text()).toContain('name="confirmed"')
  expect((await accept(far, { confirmed: true })).status).toBe(200)
  expect(priceNow()).not.toEqual(offer)
  const high = await propose(1_000_000)
  expect((await accept(high, { confirmed: true })).status).toBe(409)
})

test('STF-2 STF-4 a form resent with other content is refused, and nothing is added', async () => {
  const { shop, ruth, post, db, token, order } = await twoAtDesk(2)
  const note = (text: string) => post(ruth, 'notes', { text, press: 'note-1' })
  expect([(await note('One.')).status, (await note('One.')).status, (await note('Two.')).status]).toEqual([
    200, 200, 409,
  ])
  const refund = (amount_cents: number) => post(ruth, 'refund', { amount_cents, reason: 'x', press: 'r-1' })
  expect([(await refund(500)).status, (await refund(500)).status, (await refund(600)).status]).toEqual([
    200, 200, 409,
  ])
  const credit = (amount_cents: number, reason = 'x') =>
    ruth.call('POST', `/staff/customers/${userOf(shop, ANA).token}/credit`, {
      ...{ amount_cents, reason, key: 'credit-key' },
    })
  expect([(await credit(500)).status, (await credit(500)).status, (await credit(600)).status]).toEqual([
    200, 200, 409,
  ])
  changeOrder(db, token, { state: 'delivered' })
  const item = db.all<{ token: string }>(
    `select offers.token from order_lines join offers on offers.id = offer_id where order_id = ${order().id}`,
  )[0]?.token
  const reship = (quantity: number) =>
    post(ruth, 'reship', { items: [{ bid_item_token: item, quantity }], reason: 'x', press: 's-1' })
  expect([(await reship(1)).status, (await reship(1)).status, (await reship(2)).status]).toEqual([
    200, 200, 409,
  ])
  const reward = (amount: string) =>
    ruth.call('POST', paths.staffRewards(), {
      ...{ email: ANA, name: 'Sorry', amount, press: 'reward-press-one1', deliver_by: '2099-01-01' },
    })
  expect([
    (await reward('5.00')).status,
    (await reward('5.00')).status,
    (await reward('6.00')).status,
  ]).toEqual([200, 200, 409])
  expect(ledgerProblems(db)).toEqual([])
})
