import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type OrderState, orderRewards, shipDays, stock } from '#db/schema/index.ts'
import { addDays, assertDay, HOUR_MS } from '#src/day.ts'
import { changesOf } from '#src/orders/changes.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { mailsTo } from '../support/account.ts'
import { changeOrder, expectOk, offerToken, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { inDays, receiveLot, soldFromOneLot } from '../support/lots.ts'
import { coverByGift } from '../support/paying-by-card.ts'
import { paidOrder } from '../support/refunding.ts'
import { giveReward, redeem, signedIn } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import { validator } from '../support/valid-html.ts'
import { heldBox, holdsIn } from '../support/weather.ts'
import { type World, world } from '../support/world.ts'

const LATER = '2026-12-10'
const EVEN_LATER = '2026-12-11'
const FASTER = '2026-11-24'

const move = async (shopper: Shopper, token: string, fields: Record<string, unknown>, key = '') => {
  const path = `/v1/subscriptions/update_arrival_date/${token}${key && `?key=${key}`}`
  const answer = await shopper.call('POST', path, fields)
  return { status: answer.status, body: await answer.json() }
}

const confirmed = (arrival_date: string, more = {}) => ({ arrival_date, confirmed: 'true', ...more })

const bookedOn = ({ db }: World, shipOn: string | null) =>
  db
    .select()
    .from(shipDays)
    .where(and(eq(shipDays.fcId, 1), eq(shipDays.shipOn, assertDay(shipOn ?? ''))))
    .get()?.booked ?? 0

const fill = (shop: World, shipOn: string) => {
  const [day, capacity] = [{ fcId: 1, shipOn: assertDay(shipOn) }, bookedOn(shop, shipOn)]
  const target = [shipDays.fcId, shipDays.shipOn]
  shop.db
    .insert(shipDays)
    .values({ ...day, capacity })
    .onConflictDoUpdate({ target, set: { capacity } })
    .run()
}

const pageOf = async (shopper: Shopper, path: string) =>
  (await (await shopper.visit(path)).text()).replaceAll('&#39;', "'")

const expectValid = async (page: string) => {
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
}

describe('ORD-5 a plain move', () => {
  test('ORD-5 to a day that locks within 26 hours shows a warning first', async () => {
    const { shop, ana, token, order } = await paidOrder()
    await move(ana, token, confirmed(LATER))
    const lockAt = order().lockAt ?? 0
    await move(ana, token, confirmed(EVEN_LATER))
    shop.pass(lockAt - 10 * HOUR_MS - shop.clock.now())
    const key = guestKey(shop.config, token)
    const guest = await shop.shopper()
    const asked = await move(guest, token, { arrival_date: LATER }, key)
    expect(asked.body.confirmation).toBe('plain')
    const page = await pageOf(guest, asked.body.modal_url)
    expect(page).toContain('id="reschedule_warning"')
    expect(page).toContain("We pack it in 10 h. After that it can't change.")
    const picker = await pageOf(guest, `/modals/reschedule?order_token=${token}&key=${key}`)
    expect(picker).not.toContain('reschedule_warning')
    await expectValid(page)
  })

  test("ORD-5 asks first without changing anything; once confirmed it moves the ship day's capacity, too", async () => {
    const { shop, db, ana, token, order, mails } = await paidOrder()
    const before = dump(db)
    const asked = await move(ana, token, { arrival_date: LATER })
    expect(asked).toEqual({
      status: 200,
      body: {
        confirmation: 'plain',
        modal_url: `/modals/reschedule?order_token=${token}&arrival_date=${LATER}`,
      },
    })
    expect(changedTables(before, dump(db))).toEqual([])
    const page = await pageOf(ana, asked.body.modal_url)
    expect(page).toContain('Same price, nothing to pay')
    await expectValid(page)

    const was = order()
    const [left, taken] = [bookedOn(shop, was.shipOn), bookedOn(shop, '2026-12-08')]
    const moved = await move(ana, token, confirmed(LATER))
    expect(moved.body).toEqual({
      message: 'Your box now comes Thursday, December 10.',
      arrival_date: LATER,
    })
    expect(order()).toMatchObject({ arrivalOn: LATER, shipOn: '2026-12-08', totalCents: was.totalCents })
    expect([bookedOn(shop, was.shipOn), bookedOn(shop, '2026-12-08')]).toEqual([left - 1, taken + 1])
    expect(changesOf(db, was.id)).toMatchObject([
      { kind: 'moved', by: 'shopper', version: order().version, detail: { from: was.arrivalOn, to: LATER } },
    ])
    const again = await move(ana, token, confirmed(LATER)) // a double tap
    expect([again.body, order().version]).toEqual([moved.body, was.version + 1])
    await shop.settleDown()
    expect(mails().filter((subject) => subject.startsWith('Your box moved from'))).toHaveLength(1)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('ORD-5 two quick moves send two mails, each with its own days', async () => {
    const { shop, ana, token, order } = await paidOrder()
    await move(ana, token, confirmed(LATER))
    await move(ana, token, confirmed(EVEN_LATER))
    await shop.settleDown()
    const [first = '', second = ''] = mailsTo(shop, order().email ?? '')
      .slice(-2)
      .map(({ text }) => text)
    expect(first).toMatch(/It now arrives Thursday, December 10 .*moved again since.*Friday, December 11/s)
    expect(second).toMatch(/was going to arrive Thursday, December 10.*now arrives Friday, December 11/s)
    expect(second).not.toContain('moved again')
  })

  test('ORD-5 can be undone on the order page until another change or the cutoff', async () => {
    const { shop, ana, token, order } = await paidOrder()
    const was = order().arrivalOn
    await move(ana, token, confirmed(LATER))
    const page = await pageOf(ana, `/account/orders/${token}`)
    expect(page).toMatch(/You moved it to Thu, Dec 10.*name="undo"/s)
    await expectValid(page)
    const undo = { arrival_date: was ?? '', confirmed: 'true', undo: 'true' }
    const answer = await ana.submit('POST', `/v1/subscriptions/update_arrival_date/${token}`, undo)
    expect([answer.status, order().arrivalOn]).toEqual([303, was])
    await move(ana, token, confirmed(LATER))
    shop.pass((order().lockAt ?? 0) - shop.clock.now())
    const key = guestKey(shop.config, token) // her session has since ended
    const closed = await pageOf(ana, `/account/orders/${token}?key=${key}`)
    expect(closed).toContain('Changes are closed')
    expect(closed).not.toMatch(/name="undo"|\/modals\/reschedule/)
    expect((await move(ana, token, undo, key)).status).toBe(409)
  })

  test('ORD-5 to a cheaper day refunds the difference', async () => {
    const { shop, db, ana, token, order, sent } = await paidOrder(undefined, { arrivesOn: FASTER })
    expect(order().expedited).toBe(true)
    const asked = await move(ana, token, { arrival_date: LATER })
    expect(asked.body.confirmation).toBe('plain')
    expect(await pageOf(ana, asked.body.modal_url)).toContain('$12.00 less: we refund the difference')
    await move(ana, token, confirmed(LATER))
    await shop.settleDown()
    expect([await sent(), order().expedited]).toEqual([[1_200], false])
    expect(changesOf(db, order().id)).toMatchObject([{ kind: 'moved', differenceCents: -1_200 }])
    expect(ledgerProblems(db)).toEqual([])
  })
})

describe('ORD-5 a move that loses a reward', () => {
  async function rewardedBox(deliverBy = '2026-12-04') {
    const shop = await world()
    const { db } = shop
    const ana = await signedIn(shop)
    const token = await readyToPay(ana, db)
    const reward = giveReward(db, { gifts: ['maple-smoked-bacon'], deliverBy: assertDay(deliverBy) })
    await redeem(ana, token, reward)
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    const onShelf = () => db.select().from(stock).all()
    const used = () =>
      db
        .select()
        .from(orderRewards)
        .where(eq(orderRewards.orderId, orderOf(db, token).id))
        .all()
    return { shop, db, ana, token, onShelf, used, order: () => orderOf(db, token) }
  }

  test('ORD-5 needs a checkbox; the gift returns to stock, and the reward to the customer', async () => {
    const { shop, db, ana, token, onShelf, used, order } = await rewardedBox()
    const [shelf, box] = [onShelf(), used()]
    const asked = await move(ana, token, { arrival_date: LATER })
    expect(asked.body).toMatchObject({
      confirmation: 'reward_removal',
      reward: { name: 'A thank-you', deliver_by: '2026-12-04', lost: false },
    })
    const page = await pageOf(ana, asked.body.modal_url)
    expect(page).toMatch(/You'd lose [^<]*bacon/i)
    expect(page).toContain('It goes back to your rewards')
    await expectValid(page)
    const before = dump(db)
    expect((await move(ana, token, confirmed(LATER))).status).toBe(422)
    expect((await move(ana, token, confirmed(LATER, { choice: 'false' }))).status).toBe(422)
    expect(changedTables(before, dump(db))).toEqual([])

    expect((await move(ana, token, confirmed(LATER, { choice: 'true' }))).status).toBe(200)
    expect([order().arrivalOn, used()]).toEqual([LATER, []])
    expect(onShelf()).not.toEqual(shelf)
    expect(await pageOf(ana, `/account/orders/${token}`)).toContain('is back in your rewards')
    const mail = async () => {
      await shop.settleDown()
      return mailsTo(shop, order().email ?? '').at(-1)?.text
    }
    expect(await mail()).toMatch(/It now arrives Thursday, December 10 .*A thank-you.* back in your rewards/s)

    const undo = confirmed('2026-11-25', { undo: 'true' })
    const back = { ...undo, arrival_date: changesOf(db, order().id)[0]?.detail }
    const from = (back.arrival_date as { from: string }).from
    expect((await move(ana, token, { ...undo, arrival_date: from })).status).toBe(200)
    expect(used()).toMatchObject(box.map(({ rewardId, offerId }) => ({ rewardId, offerId })))
    expect(onShelf()).toEqual(shelf)
    expect(await mail()).toContain('Your reward, A thank-you, is back in the box.')
    expect(ledgerProblems(db)).toEqual([])
  })

  test("ORD-5 an undo to a day the reward can't meet asks first, like any move", async () => {
    const { db, ana, token, order, used } = await rewardedBox()
    const [was, box] = [order().arrivalOn, used()]
    const answer = await move(ana, token, confirmed(LATER, { undo: 'true' }))
    expect(answer).toMatchObject({ status: 422, body: { confirmation: 'reward_removal' } })
    expect([order().arrivalOn, used()]).toEqual([was, box])
    expect(ledgerProblems(db)).toEqual([])
  })

  test('ORD-5 says when the reward would be lost for good', async () => {
    const { shop, ana, token, order } = await rewardedBox()
    for (let date = assertDay('2026-11-20'); date < '2026-12-04'; date = addDays(date, 1)) fill(shop, date)
    shop.pass((order().lockAt ?? 0) - shop.clock.now() - 3_600_000)
    const asked = await move(ana, token, { arrival_date: EVEN_LATER })
    expect(asked.body.reward).toMatchObject({ lost: true })
    const page = await pageOf(ana, asked.body.modal_url)
    expect(page).toContain("it's gone for good")
    expect(page).toContain('id="reschedule_warning"')
    expect(page.match(/notice--gold/g)).toHaveLength(1)
  })
})

test('ORD-5 ORD-7 a gift card gets back the difference of an edit and then of a cheaper day', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { quantity: 2 })
  await expectOk(ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date: FASTER }))
  await coverByGift(shop, token)
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  await expectOk(ana.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token }))
  await shop.settleDown()
  const order = () => orderOf(shop.db, token)
  const paid = order().giftCents ?? 0
  const { version } = order()
  const items = [{ bid_item_token: offerToken(shop.db, 'demo-fifty'), quantity: 1 }]
  await expectOk(ana.call('POST', `/account/orders/${token}/edit`, { items, version, confirmed: true }))
  const edited = order().giftCents ?? 0
  expect((await move(ana, token, confirmed(LATER))).status).toBe(200)
  const moved = order().giftCents ?? 0
  expect([edited < paid, moved < edited, order().arrivalOn]).toEqual([true, true, LATER])
  expect(ledgerProblems(shop.db)).toEqual([])
})

describe('ORD-5 refused moves', () => {
  test("ORD-5 a day that isn't offered gives the reason, and invalid input is refused", async () => {
    const { db, ana, token, order } = await paidOrder()
    const before = dump(db)
    const refused = async (arrival_date: unknown) => {
      const first = await move(ana, token, { arrival_date })
      const then = await move(ana, token, { arrival_date, confirmed: 'true', choice: 'true' })
      expect([first.status, then]).toEqual([422, first])
      return first.body.reason
    }
    expect(await refused('2026-12-13')).toBe('sunday')
    expect(await refused('2026-12-25')).toBe('holiday')
    expect(await refused('2026-11-21')).toBe('too_soon')
    expect(await refused('2027-03-01')).toBe('beyond_horizon')
    for (const wrong of ['', 'tomorrow', '2026-02-31', ['2026-12-10'], { a: 1 }]) await refused(wrong)
    expect((await move(ana, token, { arrival_date: order().arrivalOn })).body.reason).toBe('same_day')
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('ORD-5 a full ship day takes no more', async () => {
    const { shop, ana, token } = await paidOrder()
    for (const shipOn of ['2026-12-08', '2026-12-09']) fill(shop, shipOn)
    expect(await move(ana, token, confirmed(LATER))).toMatchObject({ status: 422, body: { reason: 'full' } })
  })

  test.each(['in_wave', 'shipped', 'delivered', 'canceled', 'refunded', 'review'] as OrderState[])(
    'ORD-5 an order that is %s shows a contact address instead of a calendar',
    async (state) => {
      const { db, ana, token } = await paidOrder()
      changeOrder(db, token, { state })
      const before = dump(db)
      const answer = await move(ana, token, confirmed(LATER))
      expect([answer.status, answer.body.reason]).toEqual([409, 'locked'])
      const page = await pageOf(ana, `/modals/reschedule?order_token=${token}`)
      expect(page).toContain('help@')
      expect(page.match(/Please email|Email </g)?.length ?? 0, 'asks once').toBeLessThan(2)
      expect(page).not.toContain('class="calendar"')
      expect(changedTables(before, dump(db))).toEqual([])
    },
  )

  test("ORD-5 SEC-4 the receipt's link moves a guest's box; others get the 404 of an unknown order", async () => {
    const { shop, ana, token, order } = await paidOrder()
    const key = guestKey(shop.config, token)
    const eve = await signedIn(shop)
    for (const path of ['', '&key=x']) {
      expect((await eve.visit(`/modals/reschedule?order_token=${token}${path}`)).status).toBe(404)
    }
    expect((await move(eve, token, confirmed(LATER))).status).toBe(404)
    expect((await move(eve, 'A'.repeat(22), confirmed(LATER))).status).toBe(404)
    const phone = await shop.shopper()
    const picker = await pageOf(phone, `/modals/reschedule?order_token=${token}&key=${key}`)
    expect(picker).toContain('class="calendar"')
    expect(picker).toContain(`name="key" value="${key}"`)
    await expectValid(picker)
    expect((await move(phone, token, confirmed(LATER), key)).status).toBe(200)
    expect(order().arrivalOn).toBe(LATER)
    expect((await ana.visit(`/account/orders/${token}`)).status).toBe(200)
  })
})

test('ORD-5 ORD-6 moving a weather-held box answers its hold, so weather moves it no further', async () => {
  const { shop, db, ana, token, order } = await heldBox()
  expect(changesOf(db, order().id)).toEqual([]) // a weather move is not the customer's
  expect((await move(ana, token, confirmed(EVEN_LATER))).status).toBe(200)
  expect(holdsIn(shop).find(({ orderId }) => orderId === order().id)).toMatchObject({
    answer: 'kept',
    endedAt: shop.clock.now(),
  })
  await shop.settleDown()
  expect(order().arrivalOn).toBe(EVEN_LATER)
})

test('ORD-5 fifty concurrent moves and cancels have one outcome, and overbook no ship day', async () => {
  const { shop, db, ana, token, order, paidCents, sent } = await paidOrder()
  const days = ['2026-12-09', LATER, EVEN_LATER, '2026-12-16', '2026-12-17']
  const total = () =>
    db
      .select()
      .from(shipDays)
      .all()
      .reduce((sum, { booked }) => sum + booked, 0)
  const before = total()
  const moves = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, confirmed(days[index % 5] ?? '')),
    )
  const first = moves(20)
  await Promise.race(first)
  const cancels = Array.from({ length: 10 }, () => ana.call('POST', `/account/orders/${token}/cancel`))
  const answers = await Promise.all([...first, ...cancels, ...moves(20)])
  await shop.settleDown()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect([order().state, total(), await sent()]).toEqual(['canceled', before - 1, [paidCents]])
  const kinds = changesOf(db, order().id).map(({ kind }) => kind)
  expect([kinds[0], kinds.filter((kind) => kind === 'canceled'), kinds.at(-1)]).toEqual([
    'moved',
    ['canceled'],
    'canceled',
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test("ORD-5 an open order's day changes immediately, as before", async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await expectOk(ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date: LATER }))
  expect(orderOf(shop.db, token).arrivalOn).toBe(LATER)
  expect(mailsTo(shop, 'ana@example.com')).toEqual([])
})

describe('ORD-5 LOT-1 a box whose only lot ages', () => {
  async function fromOneLot() {
    const paid = await paidOrder()
    return { ...paid, offerId: await soldFromOneLot(paid.shop, assertDay(LATER)) }
  }

  test("ORD-5 LOT-1 it can't move to a day for which the lot is too old, and the calendar closes those", async () => {
    const { shop, db, ana, token, offerId, order } = await fromOneLot()
    const before = dump(db)
    for (const fields of [{ arrival_date: EVEN_LATER }, confirmed(EVEN_LATER)]) {
      const answer = await move(ana, token, fields)
      expect([answer.status, answer.body.message]).toEqual([
        422,
        expect.stringMatching(
          /^Our .+ won't keep long enough for that day\. Please choose an earlier day\.$/,
        ),
      ])
    }
    expect(changedTables(before, dump(db))).toEqual([])
    const picker = await pageOf(ana, `/modals/reschedule?order_token=${token}`)
    expect(picker).toContain(`value="${LATER}"`)
    expect(picker).not.toContain(`value="${EVEN_LATER}"`)
    await receiveLot(shop, { offerId, code: 'FRESH', bestBy: inDays(shop, 300), units: 1 })
    expect((await move(ana, token, confirmed(EVEN_LATER))).status).toBe(200)
    expect(order().arrivalOn).toBe(EVEN_LATER)
  })

  test('ORD-5 LOT-1 it can move to a day for which the lot is good, even when the stock is sold out', async () => {
    const { db, ana, token, offerId, order } = await fromOneLot()
    db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, offerId)).run()
    expect((await move(ana, token, confirmed(LATER))).status).toBe(200)
    expect(order().arrivalOn).toBe(LATER)
  })
})
