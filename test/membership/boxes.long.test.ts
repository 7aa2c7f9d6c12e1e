import { and, eq, inArray, isNotNull, notInArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  jobs,
  membershipBoxes,
  memberships,
  moneyMovements,
  offers,
  orderLines,
  orders,
  payments,
  postalZones,
  recurringConsents,
  stock,
  storedCards,
} from '#db/schema/index.ts'
import { addDays, assertDay, DAY_MS, daysBetween, HOUR_MS, weekday } from '#src/day.ts'
import { tendMemberships } from '#src/membership/tend.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { reconcilePayments } from '#src/payments/reconcile.ts'
import { BEN, mailsTo, signedIn } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import { keepCard, loseAtProvider } from '../support/kept-card.ts'
import {
  advance,
  advanceTo,
  boxesOf,
  MEMBER,
  memberShop,
  membershipRow,
  nextBoxOf,
  pastCharge,
  subjectsTo,
  subscriptionOf,
} from '../support/membership.ts'
import type { World } from '../support/world.ts'

const charges = ({ db }: World, token: string) =>
  db
    .select()
    .from(moneyMovements)
    .where(and(eq(moneyMovements.orderId, orderOf(db, token).id), eq(moneyMovements.kind, 'charge')))
    .all()

const lineOffers = ({ db }: World, token: string) =>
  db
    .select({ id: orderLines.offerId, price: orderLines.priceCents, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderOf(db, token).id))
    .all()

const payWith = (made: World, cardId: number) =>
  made.db
    .update(memberships)
    .set({ cardId })
    .where(eq(memberships.id, membershipRow(made).id))
    .run()

describe("a member's next box", () => {
  test('MEM-2 comes one period later on the same weekday with the items of the last one, and is not a cart', async () => {
    const { made, member, db } = await memberShop()
    const { state, next } = await subscriptionOf(member)
    const first = db
      .select()
      .from(orders)
      .where(eq(orders.id, membershipRow(made).firstOrderId))
      .get()!
    expect(state).toBe('active')
    expect(weekday(assertDay(next!.arrival_date))).toBe(weekday(first.arrivalOn!))
    expect(daysBetween(first.arrivalOn!, assertDay(next!.arrival_date)) % 28).toBe(0)
    expect(lineOffers(made, next!.order_token).map(({ id, quantity }) => [id, quantity])).toEqual(
      lineOffers(made, first.token).map(({ id, quantity }) => [id, quantity]),
    )
    expect(await (await member.visit('/cart')).text()).not.toContain(next!.order_token)
    expect((await member.visit('/checkout')).headers.get('location')).toBe('/cart')
    const page = await (await member.visit('/account/subscriptions')).text()
    expect(page).toContain('Comes ')
    const packs = lineOffers(made, next!.order_token).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(packs).toBeGreaterThan(lineOffers(made, next!.order_token).length)
    expect(page).toContain(`${packs} items, `)
    expect(page).toContain(`action="/v1/subscriptions/skip_box/${next!.order_token}"`)
  })

  test('MEM-4 is announced twice, charged once to the saved card for the announced total, and followed by another', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const before = subjectsTo(made)
    expect(before.filter((subject) => subject.startsWith('Your box comes'))).toHaveLength(1)
    expect(before.filter((subject) => subject.startsWith('Last call'))).toHaveLength(1)
    expect(charges(made, box.order_token)).toEqual([])

    await pastCharge(made, box)
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: box.total_cents })
    expect(charges(made, box.order_token)).toMatchObject([{ amountCents: box.total_cents }])
    await tendMemberships(made.services)
    const next = await nextBoxOf(member)
    expect(daysBetween(assertDay(box.arrival_date), assertDay(next.arrival_date))).toBe(28)
    expect(boxesOf(made).map(({ state }) => state)).toEqual(['placed', 'planned'])
  })

  test('MEM-4 is not charged unannounced by a shop that was down past the reminders', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    made.pass(Date.parse(box.charge_at) - made.clock.now() + HOUR_MS)
    await tendMemberships(made.services)
    await made.settleDown()
    expect(charges(made, box.order_token)).toEqual([])
    const moved = await nextBoxOf(member)
    expect(moved.order_token).toBe(box.order_token)
    expect(Date.parse(moved.charge_at) - made.clock.now()).toBeGreaterThan(7 * DAY_MS)
    await pastCharge(made, moved)
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(subjectsTo(made).filter((subject) => subject.startsWith('Last call'))).toHaveLength(1)
  })

  test('MEM-4 is planned and charged once by concurrent runs of the job', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    made.pass(HOUR_MS + 60_000)
    await Promise.all(Array.from({ length: 4 }, () => tendMemberships(made.services)))
    await made.settleDown()
    await Promise.all(Array.from({ length: 4 }, () => tendMemberships(made.services)))
    expect(charges(made, box.order_token)).toHaveLength(1)
    const intents = made.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderOf(made.db, box.order_token).id))
      .all()
    expect(intents.map(({ status, tries }) => [status, tries])).toEqual([['succeeded', 1]])
    expect(boxesOf(made).map(({ number, state }) => [number, state])).toEqual([
      [2, 'placed'],
      [3, 'planned'],
    ])
  })

  test('MEM-4 is one charge and one box if the process dies between the charge and its response', async () => {
    let isCut = false
    const line = async (response: Promise<Response>) => {
      const answer = await response
      if (!isCut) return answer
      throw new Error('the line is cut')
    }
    const { made, member } = await memberShop({ line })
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const { id } = orderOf(made.db, box.order_token)
    made.pass(HOUR_MS + 60_000)
    const confirm = made.services.stripe.paymentIntents.confirm.bind(made.services.stripe.paymentIntents)
    made.services.stripe.paymentIntents.confirm = ((...call: Parameters<typeof confirm>) => {
      isCut = true
      return confirm(...call)
    }) as typeof confirm
    await tendMemberships(made.services)
    expect(orderOf(made.db, box.order_token).placedAt).toBeNull()
    isCut = false
    const after = made.restart()
    after.pass(60_000)
    await reconcilePayments(after.services)
    await tendMemberships(after.services)
    await after.settleDown()
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(made.db.select().from(payments).where(eq(payments.orderId, id)).all()).toHaveLength(1)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed' })
  })
})

describe('skipping, pausing and changing', () => {
  test('MEM-2 skip_box moves the box one period, once, and can be undone', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const skip = async () =>
      (await (
        await expectOk(member.call('POST', `/v1/subscriptions/skip_box/${box.order_token}`))
      ).json()) as Record<string, unknown>
    const skipped = await skip()
    expect(skipped).toMatchObject({ arrival_date: addDays(assertDay(box.arrival_date), 28) })
    expect(await skip()).toEqual(skipped)
    expect((await nextBoxOf(member)).order_token).not.toBe(box.order_token)
    await expectOk(member.call('POST', `/v1/subscriptions/unskip_box/${box.order_token}`))
    expect(await nextBoxOf(member)).toEqual(box)
    await skip()
    await pastCharge(made, box)
    expect(charges(made, box.order_token)).toEqual([])
    expect((await member.call('POST', `/v1/subscriptions/unskip_box/${box.order_token}`)).status).toBe(
      made.clock.now() < Date.parse(box.lock_at) ? 200 : 409,
    )
  })

  test('MEM-2 undoing a skip drops unsent emails about the box that had replaced it', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const change = (path: string) => expectOk(member.call('POST', `/v1/subscriptions/${path}`))
    await change(`skip_box/${box.order_token}`)
    made.db.update(storedCards).set({ userId: null, orderId: null }).run()
    await tendMemberships(made.services) // enqueues a request for a card, which stays unsent for now
    await change(`unskip_box/${box.order_token}`)
    await made.settleDown()
    expect(made.db.select().from(jobs).where(isNotNull(jobs.error)).all()).toEqual([])
    expect(subjectsTo(made)).not.toContain('Your box needs a card')
  })

  test('MEM-2 MEM-4 a box restored too late for a reminder shows the day it will actually arrive', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const { token } = await subscriptionOf(member)
    await advanceTo(made, box.charge_at, -9 * DAY_MS)
    const change = (path: string) => expectOk(member.call('POST', `/v1/subscriptions/${path}`))
    await change(`skip_box/${box.order_token}`)
    await advanceTo(made, box.charge_at, -12 * HOUR_MS)
    const back = await (await change(`unskip_box/${box.order_token}`)).json()
    const shown = await nextBoxOf(member)
    expect(back).toMatchObject({ arrival_date: shown.arrival_date })
    expect(Date.parse(shown.charge_at)).toBeGreaterThanOrEqual(made.clock.now() + 8 * DAY_MS)
    await tendMemberships(made.services)
    expect(await nextBoxOf(member)).toEqual(shown)

    await change(`${token}/pause`)
    await advanceTo(made, shown.charge_at, -12 * HOUR_MS)
    await change(`${token}/resume`)
    const resumed = await nextBoxOf(member)
    expect(resumed).toMatchObject({ order_token: box.order_token })
    await tendMemberships(made.services)
    expect((await nextBoxOf(member)).arrival_date).toBe(resumed.arrival_date)
    await pastCharge(made, resumed)
    expect(charges(made, box.order_token)).toHaveLength(1)
  })

  test('MEM-2 a paused membership charges nothing, resumes by itself on its day, and its box comes back', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    const box = await nextBoxOf(member)
    const pause = (fields: object) => member.call('POST', `/v1/subscriptions/${token}/pause`, { ...fields })
    for (const until of ['yesterday', '2026-11-20', '2020-01-01'])
      expect((await pause({ until })).status).toBe(422)
    await expectOk(pause({}))
    expect(await subscriptionOf(member)).toMatchObject({ state: 'paused', next: null })
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/resume`))
    expect(await nextBoxOf(member)).toEqual(box)

    await expectOk(pause({ until: addDays(assertDay(box.arrival_date), 3) }))
    await advance(made, 40 * DAY_MS)
    expect(charges(made, box.order_token)).toEqual([])
    expect((await subscriptionOf(await signedIn(made, MEMBER))).state).toBe('active')
  })

  test("MEM-2 the page names the day that a pause ends as the member chose it, west of the shop's zone too", async () => {
    const { member } = await memberShop()
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`, { until: '2027-12-20' }))
    const page = await (await member.visit('/account/subscriptions')).text()
    expect(page).toContain('no member prices until Dec 20, 2027.')
  })

  test('MEM-2 MEM-4 a pause that ends by itself resumes like one that the member ends, with the same box', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    const box = await nextBoxOf(member)
    made.db.update(memberships).set({ failedInRow: 2 }).run() // as after two failed boxes
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`, { until: '2026-11-22' }))
    await advance(made, 2 * DAY_MS)
    expect(await nextBoxOf(member)).toMatchObject({
      order_token: box.order_token,
      arrival_date: box.arrival_date,
    })
    expect(membershipRow(made)).toMatchObject({ state: 'active', pausedUntil: null, failedInRow: 0 })
  })

  test('MEM-1 MEM-2 the frequency is one of four, a change is a new consent, and it moves the next box only on request', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    const box = await nextBoxOf(member)
    const change = (fields: object) =>
      member.call('POST', `/v1/subscriptions/${token}/frequency`, { ...fields })
    expect((await change({ renew_period_type: 'weekly' })).status).toBe(422)
    made.db.update(recurringConsents).set({ termsVersion: 'as agreed' }).run()
    await expectOk(change({ renew_period_type: 'six_weeks' }))
    expect(await nextBoxOf(member)).toEqual(box)
    const consents = made.db
      .select()
      .from(recurringConsents)
      .where(eq(recurringConsents.orderId, membershipRow(made).firstOrderId))
      .all()
    const [old, renewed] = consents
    expect(renewed).toMatchObject({ words: old!.words, termsVersion: 'as agreed', withdrawnAt: null })
    await expectOk(change({ renew_period_type: 'six_weeks', move_next: true }))
    const { next, renew_period_type } = await subscriptionOf(member)
    expect(renew_period_type).toBe('six_weeks')
    expect(daysBetween(assertDay(box.arrival_date), assertDay(next!.arrival_date))).toBe(14)
    await pastCharge(made, next!)
    expect(charges(made, next!.order_token)).toHaveLength(1)
  })

  test('MEM-2 a new day or new items apply to the next box at once, and later boxes follow', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const { dates } = (await (await member.call('GET', `/checkout/${box.order_token}/dates`)).json()) as {
      dates: { date: string; ok: boolean; expedited: boolean }[]
    }
    const later = dates.find(({ date, ok, expedited }) => ok && !expedited && date > box.arrival_date)!
    const move = { arrival_date: later.date }
    await expectOk(member.call('POST', `/v1/subscriptions/update_arrival_date/${box.order_token}`, move))
    const [item] = box.items
    const set = (quantity: number) =>
      member.call('POST', `/v1/subscriptions/box_item/${box.order_token}`, {
        bid_item_token: item!.bid_item_token,
        quantity,
      })
    await expectOk(set(3))
    expect((await set(1000)).status).toBe(422)
    const moved = await nextBoxOf(member)
    expect(moved).toMatchObject({ arrival_date: later.date, order_token: box.order_token })
    expect(moved.total_cents).toBeGreaterThan(box.total_cents)
    await pastCharge(made, moved)
    expect(charges(made, box.order_token)).toMatchObject([{ amountCents: moved.total_cents }])
    await tendMemberships(made.services)
    expect(boxesOf(made).map(({ rhythmOn }) => rhythmOn)).toEqual([
      later.date,
      addDays(assertDay(later.date), 28),
    ])
  })

  test('MEM-2 canceling stops the next box, and can be undone together with it until the box locks', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    const box = await nextBoxOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/cancel`))
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/undo_cancel`))
    expect(await nextBoxOf(member)).toEqual(box)
    await made.settleDown()
    const [kept] = mailsTo(made, MEMBER).filter(({ subject }) => subject.startsWith("You're a member"))
    expect(kept?.text).toContain('By checking this box, I ask Droveway')
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/cancel`))
    await advance(made, 30 * DAY_MS)
    expect(charges(made, box.order_token)).toEqual([])
    const late = await signedIn(made, MEMBER)
    expect((await late.call('POST', `/v1/subscriptions/${token}/undo_cancel`)).status).toBe(409)
  })

  test('SET-3 MEM-2 the data export has the membership with its boxes, and ending its agreement ends the next box', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const file = (await (await member.visit('/account/data')).json()) as { memberships: object[] }
    expect(file.memberships).toMatchObject([
      {
        state: 'active',
        boxes: [{ number: 2, state: 'planned', order_identifier: expect.stringMatching(/^DW-/) }],
      },
    ])
    const first = made.db
      .select()
      .from(orders)
      .where(eq(orders.id, membershipRow(made).firstOrderId))
      .get()!
    await expectOk(member.call('POST', `/account/orders/${first.token}/end-agreement`))
    expect(boxesOf(made)).toMatchObject([{ state: 'canceled' }])
    expect(orderOf(made.db, box.order_token).state).toBe('expired')
    await pastCharge(made, box)
    expect(charges(made, box.order_token)).toEqual([])
  })

  test('SET-1 MEM-4 an account cannot be closed while its box is being charged, and can be once that is settled', async () => {
    let isCut = false
    const line = async (response: Promise<Response>) => {
      const answer = await response
      if (!isCut) return answer
      throw new Error('the line is cut')
    }
    const { made, member } = await memberShop({ line })
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    made.pass(HOUR_MS + 60_000)
    const { paymentIntents } = made.services.stripe
    const confirm = paymentIntents.confirm.bind(paymentIntents)
    paymentIntents.confirm = ((...call: Parameters<typeof confirm>) => {
      isCut = true
      return confirm(...call)
    }) as typeof confirm
    await tendMemberships(made.services)
    const again = await signedIn(made, MEMBER)
    const close = () => again.call('POST', '/account/close', { sure: true })
    expect((await close()).status).not.toBe(200)
    expect(orderOf(made.db, box.order_token).userId).not.toBeNull()
    isCut = false
    await reconcilePayments(made.services)
    await made.settleDown()
    await expectOk(close())
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', userId: null })
    expect(charges(made, box.order_token)).toHaveLength(1)
    await advance(made, 60 * DAY_MS)
    expect(made.db.select().from(membershipBoxes).where(eq(membershipBoxes.state, 'planned')).all()).toEqual(
      [],
    )
  })

  test('MEM-2 the checkout page of a membership box has no recurring option', async () => {
    const { member } = await memberShop()
    const { order_token } = await nextBoxOf(member)
    const checkout = await (await expectOk(member.visit(`/checkout/${order_token}`))).text()
    expect(checkout).not.toContain('Make it a recurring box')
  })

  test('MEM-2 CHK-7 a box of a membership is no gift, and stays a recurring box', async () => {
    const { db, member } = await memberShop()
    const { order_token } = await nextBoxOf(member)
    const checkout = await expectOk(member.visit(`/checkout/${order_token}?step=address`))
    expect(await checkout.text()).not.toContain('This is a gift')

    const before = orderOf(db, order_token)
    const place = {
      delivery_name: before.deliveryName,
      delivery_street_address_1: before.deliveryStreet1,
      delivery_city: before.deliveryCity,
      delivery_state: before.deliveryState,
      delivery_postal_code: before.deliveryPostalCode,
      mobile_phone_number: '(206) 555-0142',
      address_confirmation_bypass: 'use-original',
    }
    const fields = { order_token, ...place, gift_order: '1', gift_info: { recipient_name: 'Ben' } }
    await expectOk(member.call('POST', '/v1/stripe_update_address', fields))
    const { recurring, renewPeriodType } = before
    expect([recurring, renewPeriodType]).toEqual([true, 'four_weeks'])
    expect(orderOf(db, order_token)).toMatchObject({ recurring, renewPeriodType, giftOrder: false })
  })

  test("MEM-2 another member's box is a 404, and a placed or locked box cannot be skipped", async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const ben = await signedIn(made, BEN)
    for (const verb of ['skip_box', 'unskip_box', 'box_item'])
      expect((await ben.call('POST', `/v1/subscriptions/${verb}/${box.order_token}`)).status).toBe(404)
    await pastCharge(made, box)
    const late = await member.call('POST', `/v1/subscriptions/skip_box/${box.order_token}`)
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringMatching(/it comes \w+, \w+ \d+, and you paid \$\d+\.\d\d for it\./),
    ])
  })
})

describe('when the card fails', () => {
  test('MEM-4 a declined card is retried after 6 and 24 hours if there is time, the box moves once, then the membership pauses', async () => {
    const { made, member } = await memberShop()
    payWith(made, (await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')).id)
    const box = await nextBoxOf(member)
    await pastCharge(made, box)
    expect(subjectsTo(made)).toContain("Your card didn't go through")
    await advanceTo(made, box.lock_at, HOUR_MS)
    const moved = await nextBoxOf(member)
    expect(moved.order_token).toBe(box.order_token)
    expect(moved.arrival_date > box.arrival_date).toBe(true)
    await advanceTo(made, moved.lock_at, HOUR_MS)
    expect(await subscriptionOf(member)).toMatchObject({ state: 'paused', next: null })
    expect(subjectsTo(made).filter((subject) => subject === 'Your membership is paused')).toHaveLength(1)
    expect(await (await member.visit('/account/subscriptions')).text()).toContain(
      'We paused it because we couldn&#39;t charge your card for your last box.',
    )
    expect(charges(made, box.order_token)).toEqual([])
    expect(boxesOf(made)).toMatchObject([{ state: 'failed', moved: true }])
  })

  test('MEM-4 once the box has moved for its card, the page names the same day for the box after it twice', async () => {
    const { made, member } = await memberShop()
    payWith(made, (await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')).id)
    await advanceTo(made, (await nextBoxOf(member)).lock_at, HOUR_MS)
    const box = boxesOf(made)[0]
    expect((await nextBoxOf(member)).arrival_date > (box?.rhythmOn ?? '')).toBe(true)
    const page = await (await member.visit('/account/subscriptions')).text()
    const [planned] = /(?<=Planned<\/b><p class="visually-hidden">)[^<]+/.exec(page) ?? []
    const [then] =
      /(?<=value="four_weeks" checked[^>]*>[^<]*<b>Every 4 weeks<\/b><span>then )[^<.]+/.exec(page) ?? []
    expect(planned).toMatch(/^\w+, \w+ \d+$/)
    const short = (day = '') => day.replace(/^(\w{3})\w*, (\w{3})\w* /, '$1, $2 ')
    expect(then).toBe(short(planned))
  })

  test('MEM-4 a permanently declined card is not retried, and another one is charged once it is chosen', async () => {
    const { made, member } = await memberShop()
    const dead = await keepCard(made, MEMBER)
    await loseAtProvider(made, dead)
    payWith(made, dead.id)
    const box = await nextBoxOf(member)
    await pastCharge(made, box)
    expect(subjectsTo(made)).toContain('Your box needs another card')
    await advance(made, 5 * 60_000)
    const good = await keepCard(made, MEMBER)
    const { token } = await subscriptionOf(member)
    expect((await member.call('POST', `/v1/subscriptions/${token}/card`, { card_id: '999999' })).status).toBe(
      404,
    )
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/card`, { card_id: good.id }))
    await advance(made, 60_000)
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', trouble: null })
  })

  test('MEM-4 a rate-limited call to the provider is retried a minute later', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const path = '/v1/payment_intents/*/confirm'
    made.standIn.control.fault({ kind: 'rate_limit', method: 'POST', path })
    made.pass(HOUR_MS + 60_000)
    await tendMemberships(made.services)
    expect(charges(made, box.order_token)).toEqual([])
    made.standIn.control.clear()
    await advance(made, 60_000)
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', tries: 0 })
  })

  test('MEM-4 an intent canceled by another server meanwhile is replaced a minute later', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const { paymentIntents } = made.services.stripe
    const confirm = paymentIntents.confirm.bind(paymentIntents)
    paymentIntents.confirm = (async (id: string, ...rest: [Stripe.PaymentIntentConfirmParams]) => {
      paymentIntents.confirm = confirm
      await paymentIntents.cancel(id)
      return confirm(id, ...rest)
    }) as typeof confirm
    made.pass(HOUR_MS + 60_000)
    await tendMemberships(made.services)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'planned', tries: 0, trouble: null })
    await advance(made, 60_000)
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', tries: 0 })
  })

  test('MEM-4 a charge that cannot place its box is refunded and not repeated on every run', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const { paymentIntents } = made.services.stripe
    const retrieve = paymentIntents.retrieve.bind(paymentIntents)
    // As with a provider account in the other mode: the payment never matches its order.
    paymentIntents.retrieve = (async (...call: Parameters<typeof retrieve>) => ({
      ...(await retrieve(...call)),
      livemode: true,
    })) as typeof retrieve
    await advanceTo(made, box.lock_at, -60_000)
    expect(charges(made, box.order_token)).toHaveLength(1)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'planned', waitUntil: Date.parse(box.lock_at) })
    await advanceTo(made, box.lock_at, 60_000)
    const moved = await nextBoxOf(member)
    await advanceTo(made, moved.lock_at, HOUR_MS)
    expect(charges(made, box.order_token)).toHaveLength(2)
    expect(await subscriptionOf(member)).toMatchObject({ state: 'paused', next: null })
    expect(ledgerProblems(made.db)).toEqual([])
  })

  test('MEM-4 if the bank wants authentication, the member gets a link and can pay for the box there', async () => {
    const { made, member } = await memberShop()
    payWith(made, (await keepCard(made, MEMBER, 'pm_card_authenticationRequired')).id)
    const box = await nextBoxOf(member)
    await pastCharge(made, box)
    expect(subjectsTo(made)).toContain('Your bank wants to hear from you')
    expect(charges(made, box.order_token)).toEqual([])
    const order_token = box.order_token
    await expectOk(member.call('POST', '/v1/stripe_validate_payment', { order_token }))
    const intent = await expectOk(member.call('POST', '/v1/stripe_create_payment_intent', { order_token }))
    await member.confirm(((await intent.json()) as { clientSecret: string }).clientSecret)
    await made.settleDown()
    expect(orderOf(made.db, order_token).state).toBe('paid')
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed' })
    expect(made.db.select().from(storedCards).all().length).toBeGreaterThan(0)
  })
})

describe('when items change before the charge', () => {
  const sellOut = ({ db }: World, offerIds: number[]) =>
    db.update(stock).set({ onHand: 0 }).where(inArray(stock.offerId, offerIds)).run()

  test('MEM-4 sold-out items are left out or the box is skipped, as the member chose, and never for a higher price', async () => {
    for (const when_gone of ['drop', 'skip']) {
      const { made, member } = await memberShop()
      const { token } = await subscriptionOf(member)
      expect(
        (await member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: 'maybe' })).status,
      ).toBe(422)
      await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone }))
      const box = await nextBoxOf(member)
      const [cheapest] = lineOffers(made, box.order_token).sort(
        (a, b) => a.price * a.quantity - b.price * b.quantity,
      )
      await advanceTo(made, box.charge_at, -HOUR_MS)
      sellOut(made, [cheapest!.id])
      await pastCharge(made, box)
      const [paid] = charges(made, box.order_token)
      const [stored] = boxesOf(made)
      if (when_gone === 'skip' || stored?.state === 'skipped')
        expect([paid, stored?.state]).toEqual([undefined, 'skipped'])
      else expect(paid!.amountCents).toBeLessThanOrEqual(box.total_cents)
      expect(subjectsTo(made).some((subject) => /skipped your box|changed something/.test(subject))).toBe(
        true,
      )
    }
  })

  test('MEM-4 items swapped or left out this time are back in the next box', async () => {
    for (const when_gone of ['swap', 'drop']) {
      const { made, member } = await memberShop()
      const { token } = await subscriptionOf(member)
      await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone }))
      const box = await nextBoxOf(member)
      const chosen = lineOffers(made, box.order_token)
      const [gone] = [...chosen].sort((a, b) => a.price * a.quantity - b.price * b.quantity)
      await advanceTo(made, box.charge_at, -HOUR_MS)
      sellOut(made, [gone!.id])
      await pastCharge(made, box)
      expect(lineOffers(made, box.order_token).map(({ id }) => id)).not.toContain(gone!.id)
      await tendMemberships(made.services)
      const [charge] = charges(made, box.order_token)
      const told = mailsTo(made, MEMBER).find(({ subject }) => subject.startsWith('We changed something'))
      if (charge) expect(told?.text).toContain(`You paid $${(charge.amountCents / 100).toFixed(2)}.`)
      const next = await nextBoxOf(member)
      expect(next.order_token).not.toBe(box.order_token)
      expect(lineOffers(made, next.order_token).map(({ id, quantity }) => [id, quantity])).toEqual(
        chosen.map(({ id, quantity }) => [id, quantity]),
      )
    }
  })

  test('MEM-4 changes a member makes after an item was left out carry over to the next box', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: 'drop' }))
    payWith(made, (await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')).id)
    const box = await nextBoxOf(member)
    const [gone, kept] = [...lineOffers(made, box.order_token)].sort((a, b) => a.price - b.price)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    sellOut(made, [gone!.id])
    await pastCharge(made, box)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'planned', trouble: 'declined' })
    const { token: bid_item_token } = made.db.select().from(offers).where(eq(offers.id, kept!.id)).get()!
    const path = `/v1/subscriptions/box_item/${box.order_token}`
    await expectOk(member.call('POST', path, { bid_item_token, quantity: kept!.quantity + 1 }))
    const wanted = boxesOf(made)[0]!.wanted!.map(({ offerId, quantity }) => [offerId, quantity])
    expect(wanted).toContainEqual([kept!.id, kept!.quantity + 1])
    expect(wanted).toContainEqual([gone!.id, gone!.quantity])
  })

  test('MEM-4 a box with nothing left is skipped, not sent empty', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: 'drop' }))
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    sellOut(
      made,
      lineOffers(made, box.order_token).map(({ id }) => id),
    )
    await pastCharge(made, box)
    expect(charges(made, box.order_token)).toEqual([])
    expect(boxesOf(made).map(({ state }) => state)).toEqual(['skipped', 'planned'])
  })

  test('MEM-4 a box that falls below the minimum because items sold out is skipped, with one email', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: 'drop' }))
    const box = await nextBoxOf(member)
    const [dearest] = lineOffers(made, box.order_token).sort((a, b) => b.price - a.price)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    sellOut(made, [dearest!.id])
    await pastCharge(made, box)
    expect(charges(made, box.order_token)).toEqual([])
    expect(boxesOf(made)[0]).toMatchObject({ state: 'skipped' })
    const mails = mailsTo(made, MEMBER).filter(({ subject }) => /skipped|changed/.test(subject))
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^We skipped your box/)])
    const text = mails[0]?.text ?? ''
    for (const words of ['is sold out.', 'below our $49 minimum.']) expect(text).toContain(words)
    expect(text).not.toContain('left it out')
  })

  test('MEM-4 the email about a skipped box names what sold out, and nothing that the box no longer gets', async () => {
    const { made, member } = await memberShop()
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/preferences`, { when_gone: 'swap' }))
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const inBox = lineOffers(made, box.order_token)
    const kept = inBox.map(({ id }) => id)
    made.db.update(offers).set({ priceCents: 100 }).where(notInArray(offers.id, kept)).run()
    sellOut(made, kept)
    await pastCharge(made, box)
    expect(boxesOf(made)[0]).toMatchObject({ state: 'skipped' })
    const mail = mailsTo(made, MEMBER).find(({ subject }) => subject.startsWith('We skipped'))
    expect(mail?.text).toContain('is sold out.')
    for (const words of ['so you get', 'so we left', 'free item']) expect(mail?.text).not.toContain(words)
    expect(await (await member.visit('/account/subscriptions')).text()).not.toContain('You skipped')
  })

  test('MEM-4 a box to an address no longer served is skipped, and the member is told why', async () => {
    const { made, member, db } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    db.update(postalZones).set({ fcId: null, transitDays: null, notServed: 'elsewhere' }).run()
    await pastCharge(made, box)
    await made.settleDown()
    expect(charges(made, box.order_token)).toEqual([])
    expect(boxesOf(made).map(({ state }) => state)).toEqual(['skipped'])
    const { subject, text } = mailsTo(made, MEMBER).at(-1)!
    expect(subject).toMatch(/^We skipped your box/)
    expect(text).toContain("we don't deliver to that postal code")
  })

  test('MEM-4 an early price increase is announced with both prices, and a late one is not charged', async () => {
    const { made, member, db } = await memberShop()
    const box = await nextBoxOf(member)
    const [line] = lineOffers(made, box.order_token)
    const raise = (cents: number) =>
      db
        .update(offers)
        .set({ priceCents: line!.price + cents })
        .where(eq(offers.id, line!.id))
        .run()
    raise(500)
    await advanceTo(made, box.charge_at, -7 * DAY_MS)
    const announced = subjectsTo(made).find((subject) => subject.startsWith('Your next box costs'))
    expect(announced).toBeDefined()
    const promised = (await nextBoxOf(member)).total_cents
    expect(promised).toBeGreaterThan(box.total_cents)
    raise(2_000)
    expect((await nextBoxOf(member)).total_cents).toBe(promised)
    await pastCharge(made, box)
    expect(charges(made, box.order_token)).toMatchObject([{ amountCents: promised }])
  })

  test('MEM-4 the first box at full price is announced 8 days ahead with both prices and a way to cancel', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const first = eq(orders.id, membershipRow(made).firstOrderId)
    const discounted = { promotionsCents: 1_000, totalCents: box.total_cents - 1_000 }
    made.db.update(orders).set(discounted).where(first).run()
    await advanceTo(made, box.charge_at, -8 * DAY_MS + 60_000)
    const [mail] = mailsTo(made, MEMBER).filter(({ subject }) => subject.startsWith('Your next box costs'))
    for (const cents of [box.total_cents, box.total_cents - 1_000])
      expect(mail?.text).toContain(`$${(cents / 100).toFixed(2)}`)
    expect(mail?.text).toContain('Skip, move, change or cancel: http')
    expect(Date.parse(box.charge_at) - boxesOf(made)[0]!.firstRemindedAt!).toBeGreaterThan(7 * DAY_MS)
  })
})
