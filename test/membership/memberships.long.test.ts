import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships, recurringConsents } from '#db/schema/index.ts'
import { addDays } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { expectOk, fillCart, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const MEMBER = 'member@example.com'
const PAGE = '/account/subscriptions'

type Subscription = { token: string; state: string; renew_period_type: string; next: unknown }

async function subscriptionsOf(shopper: Shopper): Promise<Subscription[]> {
  const answer = await expectOk(shopper.call('GET', PAGE))
  return ((await answer.json()) as { subscriptions: Subscription[] }).subscriptions
}

async function buyRecurring({ db }: World, shopper: Shopper, period: string) {
  const order_token = await readyToPay(shopper, db, { email: BEN })
  const recurring = { order_token, recurring: true, renew_period_type: period }
  await expectOk(shopper.call('POST', '/v1/set_recurring_order', recurring))
  const { clientSecret } = await prepareToPay(shopper, order_token)
  await shopper.confirm(clientSecret)
  expect(await paymentStatus(shopper, order_token)).toBe('succeeded')
  return order_token
}

const hasFreeDelivery = async (shopper: Shopper) =>
  (await (await shopper.visit('/cart')).text()).includes('<b>Delivery is free</b> for this box')

test('MEM-1 paying for a recurring box starts one membership at its frequency, and a one-time box starts none', async () => {
  const made = await world()
  const ben = await signedIn(made, BEN)
  expect(await subscriptionsOf(ben)).toEqual([])
  await buyRecurring(made, ben, 'six_weeks')
  await made.settleDown()
  const [membership, ...others] = await subscriptionsOf(ben)
  expect(others).toEqual([])
  expect(membership).toMatchObject({ state: 'active', renew_period_type: 'six_weeks' })

  const ana = await signedIn(made, ANA)
  const token = await readyToPay(ana, made.db)
  await ana.confirm((await prepareToPay(ana, token)).clientSecret)
  expect(await paymentStatus(ana, token)).toBe('succeeded')
  expect(await subscriptionsOf(ana)).toEqual([])
})

test("MEM-1 a guest's membership moves to the account that proves to own its email", async () => {
  const made = await world()
  const guest = await made.shopper()
  await buyRecurring(made, guest, 'two_weeks')
  const [begun] = made.db.select().from(memberships).where(eq(memberships.renewPeriodType, 'two_weeks')).all()
  expect(begun).toMatchObject({ state: 'active', userId: null })
  expect(await subscriptionsOf(await signedIn(made, BEN))).toMatchObject([{ renew_period_type: 'two_weeks' }])
})

test('MEM-2 PRC-2 pausing and resuming change member prices at once', async () => {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  await fillCart(member, made.db, 'demo-fifty', 2)
  expect(await hasFreeDelivery(member)).toBe(true)
  const [membership] = await subscriptionsOf(member)
  const call = (verb: string) =>
    expectOk(member.call('POST', `/v1/subscriptions/${membership?.token}/${verb}`))

  await call('pause')
  await call('pause')
  expect(await subscriptionsOf(member)).toMatchObject([{ state: 'paused' }])
  expect(await hasFreeDelivery(member)).toBe(false)
  expect(await (await member.visit(PAGE)).text()).toContain('Resume membership')
  await call('resume')
  expect(await subscriptionsOf(member)).toMatchObject([{ state: 'active' }])
  expect(await hasFreeDelivery(member)).toBe(true)
})

test('MEM-2 a single form cancels it: the consent is withdrawn, one email confirms it, and it cannot be resumed', async () => {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  const [membership] = await subscriptionsOf(member)
  const path = `/v1/subscriptions/${membership?.token}`
  const page = await (await member.visit(PAGE)).text()
  expect(page).toContain('By checking this box, I ask Droveway')
  expect(page).toContain(`action="${path}/cancel"`)

  const sent = await member.submit('POST', `${path}/cancel`, { reason: 'Too much\nfor us' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, PAGE])
  await expectOk(member.call('POST', `${path}/cancel`, { reason: 'again' }))
  await made.settleDown()
  expect(await subscriptionsOf(member)).toMatchObject([{ state: 'canceled' }])
  const userId = userOf(made, MEMBER).id
  const [stored] = made.db.select().from(memberships).where(eq(memberships.userId, userId)).all()
  expect(stored).toMatchObject({ cancelReason: 'Too much\nfor us' })
  const consents = made.db.select().from(recurringConsents).where(eq(recurringConsents.userId, userId)).all()
  expect(consents.map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([false])
  const ended = mailsTo(made, MEMBER).filter(({ subject }) => /recurring|membership/i.test(subject))
  expect(ended).toHaveLength(1)
  for (const verb of ['pause', 'resume'])
    expect((await member.call('POST', `${path}/${verb}`)).status).toBe(409)
})

test('MEM-2 a canceled membership that cannot be brought back says how to start again', async () => {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  const [membership] = await subscriptionsOf(member)
  const again = 'To start again, make your next box a recurring one.'
  const page = async () => (await member.visit(PAGE)).text()
  for (const verb of ['pause', 'cancel']) {
    expect(await page()).not.toContain(again)
    await expectOk(member.call('POST', `/v1/subscriptions/${membership?.token}/${verb}`))
  }
  expect(await page()).not.toContain('Keep my membership')
  expect(await page()).toContain(again)
})

test('MEM-2 a break can only end on a day after today', async () => {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  const page = await (await member.visit(PAGE)).text()
  const tomorrow = addDays(dayIn(SHOP_ZONE, made.clock.now()), 1)
  expect(page).toMatch(new RegExp(`<input id="until_[^>]*min="${tomorrow}"`))
})

test("MEM-2 another member's membership is the same 404 as an unknown one, and a guest has to sign in", async () => {
  const made = await world()
  const [membership] = await subscriptionsOf(await signedIn(made, MEMBER))
  const [ben, guest] = [await signedIn(made, BEN), await made.shopper()]
  for (const verb of ['pause', 'resume', 'cancel']) {
    expect((await ben.call('POST', `/v1/subscriptions/${membership?.token}/${verb}`)).status).toBe(404)
    expect((await ben.call('POST', `/v1/subscriptions/${'A'.repeat(22)}/${verb}`)).status).toBe(404)
    expect((await guest.call('POST', `/v1/subscriptions/${membership?.token}/${verb}`)).status).toBe(401)
  }
  expect((await guest.call('GET', PAGE)).status).toBe(401)
})

test('MEM-2 GND-4 an invalid or overlong reason is rejected, and nothing is canceled', async () => {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  const [membership] = await subscriptionsOf(member)
  for (const reason of [['a'], 'x'.repeat(501)])
    expect(
      (await member.call('POST', `/v1/subscriptions/${membership?.token}/cancel`, { reason })).status,
    ).toBe(422)
  expect(await subscriptionsOf(member)).toMatchObject([{ state: 'active' }])
})
