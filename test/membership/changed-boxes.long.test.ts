import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { memberships, moneyMovements, offers, payments } from '#db/schema/index.ts'
import { addDays, assertDay, DAY_MS, daysBetween, HOUR_MS } from '#src/day.ts'
import { tendMemberships } from '#src/membership/tend.ts'
import { mailsTo } from '../support/account.ts'
import { expectOk, orderOf, SEATTLE } from '../support/buying.ts'
import { keepCard, loseAtProvider } from '../support/kept-card.ts'
import {
  advance,
  advanceTo,
  boxesOf,
  MEMBER,
  memberShop,
  membershipRow,
  type NextBox,
  nextBoxOf,
  pastCharge,
  subjectsTo,
  subscriptionOf,
} from '../support/membership.ts'
import { giveReward } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import type { World } from '../support/world.ts'

const PAGE = '/account/subscriptions'

const chargedCents = ({ db }: World, { order_token }: NextBox) =>
  db
    .select()
    .from(moneyMovements)
    .where(eq(moneyMovements.orderId, orderOf(db, order_token).id))
    .all()
    .map(({ kind, amountCents }) => [kind, amountCents])

const move = (member: Shopper, { order_token }: NextBox, arrival_date: string) =>
  member.call('POST', `/v1/subscriptions/update_arrival_date/${order_token}`, { arrival_date })

/** The days in the page's select. */
async function daysToMoveTo(member: Shopper): Promise<string[]> {
  const page = await (await member.visit(PAGE)).text()
  const select = page.split('name="arrival_date"')[1]?.split('</select>')[0] ?? ''
  return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, day = '']) => day)
}

/** Changes the address, and confirms the change of center if asked. */
async function sendElsewhere(member: Shopper, { order_token }: NextBox) {
  const { mobile_phone_number, ...street } = SEATTLE
  const fields = { ...street, delivery_name: 'Dora Whitcomb', delivery_phone_number: mobile_phone_number }
  const path = `/v1/update_shipping_address/${order_token}`
  const asked = (await (await member.call('POST', path, fields)).json()) as {
    error_details?: { version: string }
  }
  const fc_change_acknowledged = asked.error_details?.version
  if (fc_change_acknowledged) await expectOk(member.call('POST', path, { ...fields, fc_change_acknowledged }))
}

async function everyEightWeeks() {
  const shop = await memberShop()
  const { token } = await subscriptionOf(shop.member)
  const choice = { renew_period_type: 'eight_weeks', move_next: true }
  await expectOk(shop.member.call('POST', `/v1/subscriptions/${token}/frequency`, choice))
  const box = await nextBoxOf(shop.member)
  const today = assertDay(new Date(shop.made.clock.now()).toISOString().slice(0, 10))
  expect(daysBetween(today, assertDay(box.arrival_date))).toBeLessThan(45)
  await expectOk(shop.member.call('POST', `/v1/subscriptions/skip_box/${box.order_token}`))
  const later = await nextBoxOf(shop.member)
  expect(daysBetween(today, assertDay(later.arrival_date))).toBeGreaterThan(45)
  return { ...shop, box: later }
}

describe('a change by the member after the reminder', () => {
  test('MEM-4 is charged as the page then showed: a box without its reward costs more and still comes', async () => {
    const { made, member } = await memberShop()
    const reward = giveReward(made.db, { to: 'member', amountCents: 1_000 })
    const box = await nextBoxOf(member)
    const path = `/cart/reward/${box.order_token}.json`
    await expectOk(member.call('PUT', path, { promotion_id: reward }))
    await advanceTo(made, box.charge_at, -30 * HOUR_MS)
    const reminded = boxesOf(made)[0]!.remindedCents!
    await expectOk(member.call('DELETE', path))
    const { total_cents } = await nextBoxOf(member)
    expect(total_cents).toBeGreaterThan(reminded)
    await pastCharge(made, box)
    expect(chargedCents(made, box)).toEqual([['charge', total_cents]])
  })

  test('MEM-4 to the address is charged as the page then showed, and announced again if the day changes', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -30 * HOUR_MS)
    await sendElsewhere(member, box)
    const there = await nextBoxOf(member)
    expect(orderOf(made.db, box.order_token).deliveryPostalCode).toBe('98101')
    expect(there.arrival_date >= box.arrival_date).toBe(true)
    await pastCharge(made, there)
    expect(chargedCents(made, there)).toEqual([['charge', there.total_cents]])
    const [stored] = boxesOf(made)
    expect(stored).toMatchObject({ rhythmOn: box.arrival_date, remindedCents: there.total_cents })
  })

  test('MEM-4 a price that falls after the reminder is charged at the lower price', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    const { id, priceCents } = made.db
      .select()
      .from(offers)
      .where(eq(offers.token, box.items[0]!.bid_item_token))
      .get()!
    made.db
      .update(offers)
      .set({ priceCents: priceCents - 100 })
      .where(eq(offers.id, id))
      .run()
    await pastCharge(made, box)
    const [[, charged]] = chargedCents(made, box) as [[string, number]]
    expect(charged).toBeLessThan(box.total_cents)
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: charged })
  })
})

describe('a box that a member moves', () => {
  test('MEM-2 returns to its original day and schedule with one press', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const [before] = boxesOf(made)
    const later = (await daysToMoveTo(member)).find((day) => day > box.arrival_date)!
    await expectOk(move(member, box, later))
    await expectOk(move(member, box, later))
    expect(boxesOf(made)[0]).toMatchObject({ rhythmOn: later, movedFrom: box.arrival_date })
    const page = await (await member.visit(PAGE)).text()
    expect(page).toContain(`name="arrival_date" value="${box.arrival_date}"`)
    await expectOk(move(member, box, box.arrival_date))
    expect(await nextBoxOf(member)).toEqual(box)
    expect(boxesOf(made)[0]).toMatchObject({ rhythmOn: before!.rhythmOn, movedFrom: null })
    expect(await (await member.visit(PAGE)).text()).not.toContain('Move it back')
  })

  test("MEM-2 beyond the calendar's range keeps its day at another address, and can move to nearby days", async () => {
    const { made, member, box } = await everyEightWeeks()
    const days = await daysToMoveTo(member)
    expect(days).toContain(box.arrival_date)
    await sendElsewhere(member, box)
    const there = await nextBoxOf(member)
    expect(daysBetween(assertDay(box.arrival_date), assertDay(there.arrival_date))).toBeLessThan(7)
    expect(there.arrival_date >= box.arrival_date).toBe(true)
    const next = (await daysToMoveTo(member)).find((day) => day > there.arrival_date)!
    await expectOk(move(member, there, next))
    expect(await nextBoxOf(member)).toMatchObject({ arrival_date: next, order_token: box.order_token })
    const far = addDays(assertDay(next), 200)
    expect((await move(member, there, far)).status).toBe(422)
    await pastCharge(made, await nextBoxOf(member))
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', arrivalOn: next })
  })

  test('MEM-2 stays after its lock, and the response says when it comes and for how much, or that it is not paid', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    const later = (await daysToMoveTo(member)).find((day) => day > box.arrival_date)!
    await advanceTo(made, box.charge_at, -HOUR_MS)
    made.pass(Date.parse(box.lock_at) - made.clock.now() + 1_000)
    const late = await move(member, box, later)
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringMatching(/too late.+it comes \w+, \w+ \d+, and we charge at most \$\d+\.\d\d/),
    ])
    expect(orderOf(made.db, box.order_token).arrivalOn).toBe(box.arrival_date)

    const unpaid = await memberShop()
    const { id } = await keepCard(unpaid.made, MEMBER, 'pm_card_chargeCustomerFail')
    unpaid.made.db.update(memberships).set({ cardId: id }).run()
    await pastCharge(unpaid.made, await nextBoxOf(unpaid.member))
    unpaid.made.pass(Date.parse(box.lock_at) - unpaid.made.clock.now() + 1_000)
    const refused = await unpaid.member.call(
      'POST',
      `/v1/subscriptions/skip_box/${(await nextBoxOf(unpaid.member)).order_token}`,
    )
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("couldn't charge your card"),
    ])
  })
})

describe('a card that the bank declines permanently', () => {
  const triesOf = ({ db }: World, { order_token }: NextBox) =>
    db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderOf(db, order_token).id))
      .all()
      .reduce((sum, { tries }) => sum + tries, 0)

  async function refusedForGood() {
    const shop = await memberShop()
    const dead = await keepCard(shop.made, MEMBER)
    await loseAtProvider(shop.made, dead)
    shop.made.db
      .update(memberships)
      .set({ cardId: dead.id })
      .where(eq(memberships.id, membershipRow(shop.made).id))
      .run()
    const box = await nextBoxOf(shop.member)
    await pastCharge(shop.made, box)
    return { ...shop, box }
  }

  test('MEM-4 is not tried again on the day the box moves to, and then the membership pauses', async () => {
    const { made, member, box } = await refusedForGood()
    const tries = triesOf(made, box)
    const page = await (await member.visit(PAGE)).text()
    expect(page).toContain('we move your box to the next day we can bring it.')
    expect(page).not.toContain('try once more')
    await advanceTo(made, box.lock_at, HOUR_MS)
    const moved = await nextBoxOf(member)
    expect(moved.arrival_date > box.arrival_date).toBe(true)
    const mail = mailsTo(made, MEMBER).find(({ subject }) => subject.startsWith('We moved your box'))!
    expect(mail.text).toContain('Please choose another card by')
    expect(mail.text).not.toContain('try once more')
    expect(mail.text).toContain(`#cards_${membershipRow(made).token}`)
    await pastCharge(made, moved)
    expect(triesOf(made, box)).toBe(tries)
    await advanceTo(made, moved.lock_at, HOUR_MS)
    expect((await subscriptionOf(member)).state).toBe('paused')
    expect(triesOf(made, box)).toBe(tries)
  })

  test('MEM-4 is replaced by another one, even after its box moved and the member moved it again', async () => {
    const { made, member, box } = await refusedForGood()
    await advanceTo(made, box.lock_at, HOUR_MS)
    const moved = await nextBoxOf(member)
    const later = (await daysToMoveTo(member)).find((day) => day > addDays(assertDay(moved.arrival_date), 8))!
    await expectOk(move(member, moved, later))
    expect(boxesOf(made)[0]?.trouble).toBe('hard_decline')
    await advance(made, DAY_MS)
    const good = await keepCard(made, MEMBER)
    const page = await (await member.visit(PAGE)).text()
    expect(page).toMatch(new RegExp(`value="${good.id}" checked`))
    const { token } = await subscriptionOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/${token}/card`, { card_id: good.id }))
    await pastCharge(made, await nextBoxOf(member))
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', arrivalOn: later })
    expect(subjectsTo(made).filter((subject) => subject.startsWith('Last call')).length).toBeGreaterThan(1)
  })
})

test('MEM-4 a decline email says what happens next: a retry, another day, or a pause', async () => {
  const { made, member } = await memberShop()
  const { id } = await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')
  made.db
    .update(memberships)
    .set({ cardId: id })
    .where(eq(memberships.id, membershipRow(made).id))
    .run()
  const box = await nextBoxOf(member)
  await pastCharge(made, box)
  const declined = () =>
    mailsTo(made, MEMBER).filter(({ subject }) => subject === "Your card didn't go through")
  expect(declined()[0]?.text).toContain('we move your box to the next day we can bring it, and try once more')
  const page = await (await member.visit('/account/subscriptions')).text()
  expect(page).toMatch(/we move your box to the next day we can bring it, and try once more\./)
  expect(page).toMatch(/<a class="button" href="#cards_\w+">\s*Use another card/)
  await advanceTo(made, box.lock_at, HOUR_MS)
  const moved = await nextBoxOf(member)
  const mail = mailsTo(made, MEMBER).find(({ subject }) => subject.startsWith('We moved your box'))!
  expect(mail.text).toContain("We'll try once more on")
  const again = /We'll try once more on ([^.]+)\./.exec(mail.text)?.[1]
  expect(await (await member.visit('/account/subscriptions')).text()).toContain(
    `We&#39;ll try it again on ${again}. If it isn&#39;t paid by`,
  )
  await pastCharge(made, moved)
  expect(declined()[1]?.text).toContain('we pause your membership')
})

test('MEM-2 a box unpaid at its lock is dropped by a pause, and the membership resumes with a new one', async () => {
  const { made, member } = await memberShop()
  const { id } = await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')
  made.db
    .update(memberships)
    .set({ cardId: id })
    .where(eq(memberships.id, membershipRow(made).id))
    .run()
  const box = await nextBoxOf(member)
  await pastCharge(made, box)
  made.pass(Date.parse(box.lock_at) - made.clock.now() + 1_000)
  const { token } = await subscriptionOf(member)
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/pause`))
  expect(boxesOf(made).map(({ state }) => state)).toEqual(['canceled'])
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/resume`))
  await tendMemberships(made.services)
  const next = await nextBoxOf(member)
  expect(next.order_token).not.toBe(box.order_token)
  expect(chargedCents(made, box)).toEqual([])
})
