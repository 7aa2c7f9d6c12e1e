import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import {
  fulfillmentCenters,
  giftCards,
  moneyMovements,
  type OrderState,
  orders,
  refunds,
  shipDays,
  stock,
} from '#db/schema/index.ts'
import { assertDay, type Day } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { sendRefund } from '#src/payments/refunds.ts'
import { mailsTo } from '../../support/account.ts'
import { changeOrder, expectOk, offerToken, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { formOf, PLACES, pathOf, SEATTLE_STEP, saveStep } from '../../support/delivery-step.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { inDays, offerIdOf, receiveLot } from '../../support/lots.ts'
import { type World, world } from '../../support/world.ts'

const FASTER = '2026-11-24'
const USUAL = '2026-11-25'
const LATER = '2026-12-03'

/** A paid box to Seattle, on a standard day or on one that only expedited shipping reaches. */
async function placed({ arrivesOn = USUAL, giftCode = '' } = {}) {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await expectOk(
    ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date: arrivesOn }),
  )
  if (giftCode) {
    const entered = { text_entered: giftCode }
    await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, entered))
  }
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const order = () => orderOf(shop.db, token)
  expect(order().state).toBe('paid')
  return { ...shop, shop, ana, token, order }
}

const bookedOn = ({ db }: World, shipOn: Day | null) =>
  db
    .select()
    .from(shipDays)
    .where(eq(shipDays.shipOn, shipOn ?? assertDay(USUAL)))
    .all()
    .find(({ fcId }) => fcId === 1)?.booked ?? 0

const refundsSent = async ({ services }: World) =>
  (await services.stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount)

test("CHK-6 a placed order's page shows Save and its day; saving without changes writes nothing", async () => {
  const { ana, token, db } = await placed()
  const page = await (await ana.visit(`/${token}/delivery?change=true`)).text()
  expect(page).toContain('>Save</button>')
  expect(page).not.toContain('>Continue</button>')
  expect(page).not.toContain('name="text_entered"')
  const fields = formOf(page, 'Save')
  expect(fields).toMatchObject({ purpose: 'save', arrival_date: USUAL })

  const before = dump(db)
  const form = { ...SEATTLE_STEP, ...fields, delivery_state: 'WA' }
  const saved = await ana.submit('POST', pathOf(token), form)
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `/order/${token}/confirmation`])
  expect(changedTables(before, dump(db))).toEqual([])
  const confirmation = await (await ana.visit(`/order/${token}/confirmation`)).text()
  expect(confirmation).toContain('Your delivery details are saved.')
  expect(confirmation).toContain(`href="/${token}/delivery?change=true`)
})

test("CHK-6 the back link of a placed order's page leads where saving does, also after an error", async () => {
  const { ana, token } = await placed()
  const wayOut = (page: string) =>
    /class="checkout-header__back" href="([^"]+)">.*?<\/svg> ([^<]+)</s.exec(page)?.slice(1)
  const change = `/${token}/delivery?change=true`
  const page = await (await ana.visit(change)).text()
  expect(wayOut(page)).toEqual([`/order/${token}/confirmation`, 'Back to your order'])
  const order = `/account/orders/${token}`
  const asked = `${change}&return_to=${encodeURIComponent(order)}`
  expect(wayOut(await (await ana.visit(asked)).text())).toEqual([order, 'Back to your order'])
  const form = { ...SEATTLE_STEP, ...formOf(page, 'Save'), delivery_state: 'WA', delivery_name: '' }
  const wrong = await ana.submit('POST', pathOf(token), { ...form, return_to: order })
  expect([wrong.status, wayOut(await wrong.text())]).toEqual([422, [order, 'Back to your order']])
  expect(wayOut(await (await ana.visit(`${change}&return_to=%2Fshop`)).text())).toEqual(['/shop', 'Back'])
})

test('CHK-6 GFT-2 name, phone and gift can be saved, and no money moves', async () => {
  const { ana, token, order, shop, db } = await placed()
  const { version, totalCents } = order()
  const answer = await saveStep(ana, token, {
    delivery_name: 'Ben Hale',
    delivery_phone_number: '4155550177',
    gift_order: true,
    gift_info: { recipient_name: 'Ben', message: 'Enjoy' },
  })
  expect(answer).toMatchObject({ status: 200, path: `/order/${token}/confirmation`, error: null })
  expect(order()).toMatchObject({
    state: 'paid',
    deliveryName: 'Ben Hale',
    deliveryPhone: '+14155550177',
    giftOrder: true,
    giftMessage: 'Enjoy',
    arrivalOn: USUAL,
    totalCents,
    version: version + 1,
  })
  await shop.settleDown()
  expect(await refundsSent(shop)).toEqual([])
  expect(ledgerProblems(db)).toEqual([])
  const confirmation = await (await ana.visit(`/order/${token}/confirmation`)).text()
  expect(confirmation).toContain('A gift for Ben')
})

describe('another day', () => {
  test('CHK-6 moves the capacity booked on the ship day, and the cutoff', async () => {
    const { ana, token, order, shop } = await placed()
    const was = order()
    const [left, taken] = [bookedOn(shop, was.shipOn), bookedOn(shop, assertDay('2026-12-01'))]
    expect((await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })).status).toBe(200)
    const is = order()
    expect(is).toMatchObject({ arrivalOn: LATER, shipOn: '2026-12-01', totalCents: was.totalCents })
    expect(is.lockAt).toBeGreaterThan(was.lockAt ?? 0)
    expect([bookedOn(shop, was.shipOn), bookedOn(shop, is.shipOn)]).toEqual([left - 1, taken + 1])
  })

  test('CHK-6 concurrent saves book exactly one ship day', async () => {
    const { ana, token, order, shop } = await placed()
    const first = order().shipOn
    const before = bookedOn(shop, first)
    await Promise.all(
      [LATER, '2026-12-04', LATER].map((arrival_date) =>
        saveStep(ana, token, { arrival_date, expedited: '0' }),
      ),
    )
    const days: Day[] = [assertDay('2026-12-01'), assertDay('2026-12-02')]
    expect(bookedOn(shop, first)).toBe(before - 1)
    const fresh = await placed()
    const usual = days.map((day) => bookedOn(fresh.shop, day))
    const now = days.map((day) => bookedOn(shop, day))
    expect(now.reduce((sum, booked, n) => sum + booked - (usual[n] ?? 0), 0)).toBe(1)
  })

  test("CHK-6 a full day is refused with the reason; the order's own full day is kept", async () => {
    const { ana, token, order, shop, db } = await placed()
    const full = (shipOn: string) => ({ fcId: 1, shipOn: assertDay(shipOn), booked: 1, capacity: 1 })
    await durably(db, (tx) => {
      for (const day of ['2026-12-01', order().shipOn ?? '']) {
        const row = full(day)
        tx.insert(shipDays)
          .values(row)
          .onConflictDoUpdate({ target: [shipDays.fcId, shipDays.shipOn], set: row })
          .run()
      }
    })
    const before = dump(db)
    const refused = await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })
    expect(refused).toMatchObject({ status: 422, error: expect.stringContaining('Please choose another') })
    expect(changedTables(before, dump(db))).toEqual([])
    const page = await (await ana.visit(`/${token}/delivery`)).text()
    expect(formOf(page, 'Save').arrival_date).toBe(USUAL)
    expect((await saveStep(ana, token, { arrival_date: USUAL, delivery_name: 'Ben' })).status).toBe(200)
    expect(bookedOn(shop, order().shipOn)).toBe(1)
  })
})

describe('money', () => {
  test('CHK-6 a lower total is refunded once, however often the job runs, and the ledger balances throughout', async () => {
    const { ana, token, order, shop, db, services } = await placed({ arrivesOn: FASTER })
    const paid = order().totalCents ?? 0
    expect(order().expedited).toBe(true)
    const answer = await ana.submit('POST', pathOf(token), {
      ...SEATTLE_STEP,
      arrival_date: LATER,
      expedited: '0',
      return_to: `/order/${token}/confirmation`,
    })
    expect(answer.status).toBe(303)
    expect(await (await ana.visit(`/order/${token}/confirmation`)).text()).toContain('getting $12.00 back')
    expect(order()).toMatchObject({ totalCents: paid - 1_200, shippingCents: 1_995, expedited: false })
    expect(ledgerProblems(db)).toEqual([])
    await shop.settleDown()
    for (const { id } of db.select().from(refunds).where(eq(refunds.orderId, order().id)).all())
      await sendRefund.run(services, { refundId: id })
    expect(await refundsSent(shop)).toEqual([1_200])
    expect(ledgerProblems(db)).toEqual([])
    await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })
    await shop.settleDown()
    expect(await refundsSent(shop)).toEqual([1_200])
  })

  test('CHK-6 OPS-4 each change sends one mail with the refund and a link to the order', async () => {
    const { ana, token, order, shop } = await placed({ arrivesOn: FASTER })
    const told = () =>
      mailsTo(shop, 'ana@example.com').filter(({ text }) => /didn't make this change/.test(text))
    await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })
    await shop.settleDown()
    expect(told().map(({ subject }) => subject)).toEqual([
      `Your box moved from Tue, Nov 24 to Thu, Dec 3 (${order().identifier})`,
    ])
    expect(told()[0]?.text).toMatch(
      /arrives Thursday, December 3 for .* at 1912 Pike Pl.*Seattle, WA 98101\./,
    )
    expect(told()[0]?.text).toContain('Your new total is $12.00 lower')
    const [, way = ''] = /order DW-\w+: http:\/\/localhost:3000(\S+)/.exec(told()[0]?.text ?? '') ?? []
    expect((await (await shop.shopper()).visit(way)).status).toBe(200)

    await saveStep(ana, token, { arrival_date: LATER, expedited: '0' }) // unchanged
    await shop.settleDown()
    expect(told()).toHaveLength(1)
    const gift = { gift_order: true, gift_info: { recipient_name: 'Ben', message: 'Enjoy' } }
    await saveStep(ana, token, { arrival_date: LATER, expedited: '0', ...gift })
    await shop.settleDown()
    expect(told()[1]?.subject).toBe(`Your delivery has changed (${order().identifier})`)
    expect(told().map(({ text }) => /It's a gift for Ben\.|Your new total/.exec(text)?.[0])).toEqual([
      'Your new total',
      "It's a gift for Ben.",
    ])
  })

  test('CHK-6 a refund whose response was lost is found at the provider, not sent again', async () => {
    const { ana, token, order, shop, db, services, pass } = await placed({ arrivesOn: FASTER })
    await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })
    shop.standIn.control.webhooks({ drop: 1 })
    const create = services.stripe.refunds.create.bind(services.stripe.refunds)
    const spy = vi.spyOn(services.stripe.refunds, 'create').mockImplementationOnce(async (...asked) => {
      await create(...asked)
      throw new Error('the connection broke')
    })
    await shop.settleDown()
    expect(db.select().from(refunds).where(eq(refunds.orderId, order().id)).all()).toMatchObject([
      { amountCents: 1_200, status: 'asked' },
    ])
    pass(60_000)
    await shop.settleDown()
    expect(spy).toHaveBeenCalledTimes(1)
    expect(await refundsSent(shop)).toEqual([1_200])
    expect(ledgerProblems(db)).toEqual([])
  })

  test('CHK-6 gift cards get back what they paid once the card has nothing left to refund', async () => {
    const { ana, token, order, db } = await placed({ arrivesOn: FASTER, giftCode: 'DEMOGIFT50000000' })
    const cards = () =>
      db
        .select()
        .from(giftCards)
        .all()
        .reduce((sum, { balanceCents }) => sum + balanceCents, 0)
    await durably(db, (tx) => {
      // As if gift cards had paid all but five dollars.
      const { totalCents, giftCents, id } = order()
      tx.update(orders)
        .set({ totalCents: 500, giftCents: (giftCents ?? 0) + (totalCents ?? 0) - 500 })
        .where(eq(orders.id, id))
        .run()
    })
    const before = cards()
    expect((await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })).status).toBe(200)
    expect(cards() - before).toBe(700)
    expect(order().totalCents).toBe(0)
    expect(db.select().from(refunds).where(eq(refunds.orderId, order().id)).all()).toMatchObject([
      { amountCents: 500 },
    ])
    const credits = db.select().from(moneyMovements).where(eq(moneyMovements.kind, 'gift_credit')).all()
    expect(credits).toMatchObject([{ amountCents: 700, orderId: order().id }])
  })

  test.each([
    ['a faster day', { arrival_date: FASTER, expedited: '1' }, /\$12\.00 more than you paid/],
    [
      'another center',
      { ...PLACES.otherCenter, address_confirmation_bypass: 'use-original' },
      /can't move a paid box to another center/,
    ],
    ['a place that is not served', PLACES.notServed, /don't deliver to that postal code/],
    ['a PO box', { delivery_street_address_1: 'PO Box 1' }, /PO Box/],
    [
      'a wrong email of the recipient',
      { gift_order: true, gift_info: { recipient_email: 'x' } },
      /recipient's email/,
    ],
  ])('CHK-6 %s is refused with the reason, and nothing of the order changes', async (_, changes, reason) => {
    const { ana, token, db } = await placed()
    const before = dump(db)
    expect(await saveStep(ana, token, changes)).toMatchObject({
      status: 422,
      error: expect.stringMatching(reason),
      path: null,
    })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('CHK-4 CHK-6 a new address is verified as for any order', async () => {
    const { ana, token, order } = await placed()
    const typed = { ...PLACES.otherSpelling, delivery_street_address_1: '200 pine street' }
    expect((await saveStep(ana, token, typed)).error_type).toBe('modified_to_achieve_match')
    const kept = await saveStep(ana, token, { ...typed, address_confirmation_bypass: 'accept' })
    expect([kept.status, order().deliveryStreet1]).toEqual([200, '200 Pine St'])
  })
})

describe('when it is too late', () => {
  test.each([
    ['in_wave', 'packing your box'],
    ['shipped', 'on its way'],
    ['delivered', 'has been delivered'],
    ['canceled', 'was canceled'],
    ['refunded', 'was refunded'],
    ['review', 'reviewing this order'],
  ] as [OrderState, string][])(
    'CHK-6 R12 an order that is %s says so, and changes nothing',
    async (state, words) => {
      const { ana, token, db } = await placed()
      changeOrder(db, token, { state })
      const before = dump(db)
      const answer = await saveStep(ana, token, { delivery_name: 'Ben', arrival_date: LATER })
      expect(answer).toMatchObject({ status: 409, error: expect.stringContaining(words) })
      expect(changedTables(before, dump(db))).toEqual([])
      const page = await (await ana.visit(`/${token}/delivery`)).text()
      expect([page.includes(words), page.includes('delivery_form')]).toEqual([true, false])
    },
  )

  test("CHK-6 past its cutoff the page says so, and the delivery can't be changed", async () => {
    const { ana, token, db, order, pass, clock } = await placed()
    pass((order().lockAt ?? 0) - clock.now() - 1)
    expect((await saveStep(ana, token, { delivery_name: 'Ben' })).status).toBe(200)
    pass(1)
    const before = dump(db)
    const answer = await saveStep(ana, token, { delivery_name: 'Cora' })
    expect(answer).toMatchObject({
      status: 409,
      error: expect.stringContaining('cut-off for this box has passed'),
    })
    expect(changedTables(before, dump(db))).toEqual([])
    expect(await (await ana.visit(`/${token}/delivery`)).text()).toContain('cut-off for this box has passed')
    const confirmation = await (await ana.visit(`/order/${token}/confirmation`)).text()
    expect(confirmation).not.toContain('Change delivery details')
  })

  test("CHK-6 R12 a page loaded before the order was placed can't continue", async () => {
    const { ana, token, db } = await placed()
    const before = dump(db)
    const stale = { ...SEATTLE_STEP, delivery_name: 'Ben', purpose: 'continue' }
    expect((await ana.call('POST', pathOf(token), stale)).status).toBe(409)
    const form = await ana.submit('POST', pathOf(token), stale)
    expect(form.headers.get('location')).toBe(`/order/${token}/confirmation`)
    expect(changedTables(before, dump(db))).toEqual([])
  })
})

test("CHK-6 the cutoff uses the center's time zone, and a moved box keeps its center's", async () => {
  const { ana, token, db, order } = await placed()
  await saveStep(ana, token, { arrival_date: LATER, expedited: '0' })
  const center = db
    .select()
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, order().fcId ?? 0))
    .get()
  expect([order().fcId, center?.zone]).toEqual([1, 'America/Los_Angeles'])
  expect(new Date(order().lockAt ?? 0).toISOString()).toBe('2026-11-30T22:00:00.000Z')
})

test("CHK-6 LOT-1 a placed box of state-inspected meat can't move to another state", async () => {
  const { shop, db, ana, token, order } = await placed()
  const offerId = offerIdOf(shop, offerToken(db, 'demo-fifty'))
  db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, offerId)).run()
  await receiveLot(shop, { offerId, code: 'NV', bestBy: inDays(shop, 200), units: 20, inspection: 'state' })
  changeOrder(db, token, { deliveryCity: 'Reno', deliveryState: 'NV', deliveryPostalCode: '89501' })
  db.update(stock).set({ onHand: 19 }).where(eq(stock.offerId, offerId)).run()
  const refused = await saveStep(ana, token)
  expect([refused.status, refused.error]).toEqual([
    422,
    expect.stringMatching(/^Our .+ is state-inspected and by law can't leave its state/),
  ])
  expect(order().deliveryState).toBe('NV')
  await receiveLot(shop, { offerId, code: 'USDA', bestBy: inDays(shop, 200), units: 1 })
  expect([(await saveStep(ana, token)).status, order().deliveryState]).toEqual([200, 'WA'])
})
