import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { memberships, orders, shipDays, storedCards } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { grantStoreCredit } from '#src/pricing/gift-ledger.ts'
import { mailsTo, userOf } from '../support/account.ts'
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

const EXPIRES = 'Your card expires before your next box'
const YEAR_OF_TESTS = 2026

const payWith = (made: World, cardId: number) =>
  made.db
    .update(memberships)
    .set({ cardId })
    .where(eq(memberships.id, membershipRow(made).id))
    .run()

const expire = (made: World, id: number, expMonth: number) =>
  made.db.update(storedCards).set({ expMonth, expYear: YEAR_OF_TESTS }).where(eq(storedCards.id, id)).run()

/** Closes the box's ship day, as a clerk does. */
const closeDay = ({ db }: World, orderToken: string) => {
  const { fcId, shipOn } = orderOf(db, orderToken)
  const closedFor = 'The freezer is being repaired.'
  db.insert(shipDays)
    .values({ fcId: fcId!, shipOn: shipOn!, capacity: 1, closedFor })
    .onConflictDoUpdate({ target: [shipDays.fcId, shipDays.shipOn], set: { closedFor } })
    .run()
}

const giveCredit = ({ db, services: { random, clock } }: World, cents: number) =>
  durably(db, (tx) => {
    const entry = { cents, reference: 'sorry', random, now: clock.now() }
    grantStoreCredit(tx, userOf({ db }, MEMBER).id, 'issued', entry)
  })

const told = (made: World, subject: string) => subjectsTo(made).filter((one) => one === subject)

describe("a member's card", () => {
  test('MEM-4 that expires before the charge is announced once, in time, and one renewed by the bank is charged', async () => {
    const { made, member } = await memberShop()
    const card = await keepCard(made, MEMBER)
    payWith(made, card.id)
    expire(made, card.id, 10)
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -7 * DAY_MS)
    expect(told(made, EXPIRES)).toHaveLength(1)
    const mail = mailsTo(made, MEMBER).find(({ subject }) => subject === EXPIRES)!
    for (const words of [mail.text, mail.html]) expect(words).toContain('has expired')

    await made.services.stripe.paymentMethods.update(card.paymentMethodId, { metadata: { renewed: 'yes' } })
    await made.settleDown()
    const renewed = made.db.select().from(storedCards).where(eq(storedCards.id, card.id)).get()!
    expect([renewed.expMonth, renewed.expYear]).toEqual([card.expMonth, card.expYear])
    await pastCharge(made, box)
    expect(orderOf(made.db, box.order_token).state).toBe('paid')
    expect(told(made, EXPIRES)).toHaveLength(1)
  })

  test('MEM-4 that was removed is not charged, the member is notified, and a newly added card is charged automatically', async () => {
    const { made, member } = await memberShop()
    made.db.update(storedCards).set({ userId: null, orderId: null }).run()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -7 * DAY_MS)
    expect(told(made, 'Your box needs a card')).toHaveLength(1)
    await pastCharge(made, box)
    expect(orderOf(made.db, box.order_token).placedAt).toBeNull()
    expect(boxesOf(made)[0]).toMatchObject({ state: 'planned', trouble: 'no_card' })
    await advance(made, 10 * 60_000)
    await keepCard(made, MEMBER)
    await advance(made, 60_000)
    expect(orderOf(made.db, box.order_token).state).toBe('paid')
  })

  test('MEM-4 that was removed is not asked for if store credit pays for the whole box', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await giveCredit(made, box.total_cents)
    made.db.update(storedCards).set({ userId: null, orderId: null }).run()
    await pastCharge(made, box)
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: 0 })
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', trouble: null })
    expect(told(made, 'Your box needs a card')).toEqual([])
  })

  test('MEM-4 that was permanently declined does not block a box that store credit now pays for', async () => {
    const { made, member } = await memberShop()
    const dead = await keepCard(made, MEMBER)
    payWith(made, dead.id)
    await loseAtProvider(made, dead)
    const box = await nextBoxOf(member)
    await pastCharge(made, box)
    await advanceTo(made, box.lock_at, 60_000)
    await giveCredit(made, box.total_cents)
    await pastCharge(made, await nextBoxOf(member))
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: 0 })
    expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', moved: true, trouble: null })
  })

  test('MEM-4 that is removed at the provider is removed here, and the member is notified at once', async () => {
    const { made, member } = await memberShop()
    made.db.update(storedCards).set({ userId: null, orderId: null }).run()
    const card = await keepCard(made, MEMBER)
    payWith(made, card.id)
    const box = await nextBoxOf(member)
    expect(Date.parse(box.charge_at) - made.clock.now()).toBeGreaterThan(8 * DAY_MS)
    await made.services.stripe.paymentMethods.detach(card.paymentMethodId)
    await made.settleDown()
    await advance(made, HOUR_MS)
    expect(made.db.select().from(storedCards).where(eq(storedCards.id, card.id)).get()).toBeUndefined()
    expect(told(made, 'Your box needs a card')).toHaveLength(1)
    await advance(made, DAY_MS)
    expect(told(made, 'Your box needs a card')).toHaveLength(1)
  })

  test.each(['pauses', 'skips'])(
    'MEM-4 that was permanently declined is charged again if the member, who %s meanwhile, saved it again',
    async (how) => {
      const { made, member } = await memberShop()
      const card = await keepCard(made, MEMBER)
      payWith(made, card.id)
      await loseAtProvider(made, card)
      const box = await nextBoxOf(member)
      const { token } = await subscriptionOf(member)
      await pastCharge(made, box)
      expect(boxesOf(made)[0]).toMatchObject({ trouble: 'hard_decline' })
      const change = (path: string) => expectOk(member.call('POST', `/v1/subscriptions/${path}`))
      await change(how === 'pauses' ? `${token}/pause` : `skip_box/${box.order_token}`)
      await advance(made, 60_000)
      const again = await keepCard(made, MEMBER)
      payWith(made, again.id) // as the account's default
      await advance(made, 60_000)
      await change(how === 'pauses' ? `${token}/resume` : `unskip_box/${box.order_token}`)
      await advance(made, 60_000)
      expect(orderOf(made.db, box.order_token).state).toBe('paid')
      expect(boxesOf(made)[0]).toMatchObject({ state: 'placed', trouble: null })
    },
  )

  test('MEM-4 is tried at the charge time, again 6 hours later, then on the day the box moves to', async () => {
    const { made, member } = await memberShop()
    payWith(made, (await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')).id)
    const planned = await nextBoxOf(member)
    // As for an address one day away, where the charge is 14 hours before the cutoff.
    const chargeAt = Date.parse(planned.lock_at) - 14 * HOUR_MS
    const fromADayAway = () =>
      made.db.update(orders).set({ chargeAt }).where(eq(orders.token, planned.order_token)).run()
    fromADayAway()
    const box = await nextBoxOf(member)
    const charge = Date.parse(box.charge_at)
    expect(charge).toBe(chargeAt)
    await pastCharge(made, box)
    expect(boxesOf(made)[0]).toMatchObject({
      tries: 1,
      firstTriedAt: charge,
      waitUntil: charge + 6 * HOUR_MS,
    })
    fromADayAway() // each try resets the times to those of the real day
    await advanceTo(made, box.charge_at, 6 * HOUR_MS + 60_000)
    expect(boxesOf(made)[0]).toMatchObject({ tries: 2, moved: false })
    await advanceTo(made, box.lock_at, 60_000)
    const moved = await nextBoxOf(member)
    expect(boxesOf(made)[0]).toMatchObject({ tries: 0, moved: true })
    expect(Date.parse(moved.charge_at)).toBeGreaterThanOrEqual(Date.parse(box.lock_at) + DAY_MS)
    expect(told(made, "Your card didn't go through")).toHaveLength(1)
  })

  test('MEM-4 a box whose day is closed moves once, with one email, and is skipped if the new day closes too', async () => {
    const { made, member } = await memberShop()
    const box = await nextBoxOf(member)
    await advanceTo(made, box.charge_at, -HOUR_MS)
    closeDay(made, box.order_token)
    await pastCharge(made, box)
    const moved = await nextBoxOf(member)
    expect([moved.order_token, moved.arrival_date > box.arrival_date]).toEqual([box.order_token, true])
    closeDay(made, box.order_token)
    await pastCharge(made, moved)
    expect(boxesOf(made).map(({ state }) => state)).toEqual(['skipped', 'planned'])
    expect(subjectsTo(made).filter((one) => /^We skipped your box/.test(one))).toHaveLength(1)
    const days = mailsTo(made, MEMBER).filter(({ text }) => text.includes("couldn't deliver on the day"))
    expect(days).toHaveLength(1)
    expect(orderOf(made.db, box.order_token).placedAt).toBeNull()
  })

  test("MEM-2 changing the frequency keeps the next box's order and items, and an earlier skip can still be undone", async () => {
    const { made, member } = await memberShop()
    const skipped = await nextBoxOf(member)
    await expectOk(member.call('POST', `/v1/subscriptions/skip_box/${skipped.order_token}`, {}))
    const { token, next } = await subscriptionOf(member)
    await expectOk(
      member.call('POST', `/v1/subscriptions/${token}/frequency`, {
        renew_period_type: 'two_weeks',
        move_next: 'true',
      }),
    )
    const moved = await nextBoxOf(member)
    expect(moved.order_token).toBe(next!.order_token)
    expect(moved.arrival_date < next!.arrival_date && moved.arrival_date > skipped.arrival_date).toBe(true)
    await expectOk(member.call('POST', `/v1/subscriptions/unskip_box/${skipped.order_token}`, {}))
    expect((await nextBoxOf(member)).order_token).toBe(skipped.order_token)
    expect(boxesOf(made).map(({ state }) => state)).toEqual(['planned'])
  })
})

test('MEM-4 PAY-4 a box paid in person with another card says which card pays the next ones', async () => {
  const { made, member } = await memberShop()
  const declined = await keepCard(made, MEMBER, 'pm_card_chargeCustomerFail')
  const other = await keepCard(made, MEMBER, 'pm_card_amex')
  payWith(made, declined.id)
  const box = await nextBoxOf(member)
  await pastCharge(made, box)
  const payment = {
    order_token: box.order_token,
    card_id: String(other.id),
    terms_of_service: true,
    shown_total_cents: box.total_cents,
  }
  await expectOk(member.call('POST', '/v1/pay_with_saved_card', payment))
  await made.settleDown()
  const page = await (await member.visit(`/order/${box.order_token}/confirmation`)).text()
  expect(page).toContain(`ending in ${other.last4}.`)
  const receipt = mailsTo(made, MEMBER).find(({ text }) => text.includes(`ending in ${other.last4}`))!
  for (const words of [page, receipt.text])
    expect(words).toContain(`keep your Visa ending in ${declined.last4} on`)

  payWith(made, other.id)
  const later = await (await member.visit(`/order/${box.order_token}/confirmation`)).text()
  expect(later).toContain(`keep your American Express ending in ${other.last4} on`)
})
