import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, promotions, recurringConsents, users } from '#db/schema/index.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { recurringConsentText } from '#src/orders/recurring-consent.ts'
import { signedIn } from '../support/account.ts'
import { expectOk, fillCart, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const MEMBER = 'member@example.com'

/** $104.00: above the members' threshold, below everyone else's. */
const TWO_PACKS = { quantity: 2 }

async function buyersAtCheckout() {
  const made = await world()
  const member = await signedIn(made, MEMBER)
  const other = await signedIn(made)
  return { ...made, member, other }
}

const boxPage = async (shopper: Shopper) => (await shopper.visit('/cart')).text()

test('PRC-2 CRT-6 a member gets free delivery from $99.00 in cart and checkout, without opting in', async () => {
  const { member, other, db } = await buyersAtCheckout()
  const paidFor = async (shopper: Shopper) => {
    const token = await readyToPay(shopper, db, TWO_PACKS)
    await prepareToPay(shopper, token)
    return orderOf(db, token)
  }
  expect(await paidFor(member)).toMatchObject({ recurring: false, shippingCents: 0, totalCents: 10_400 })
  expect(await paidFor(other)).toMatchObject({ shippingCents: 1_995, totalCents: 12_395 })
  expect(await boxPage(member)).toContain('<b>Delivery is free</b> for this box')
  expect(await boxPage(other)).toContain('<b>$45.00</b> more and delivery is free')
})

test('PRC-2 the box that starts a membership gets the member price for any buyer', async () => {
  const { other, db } = await buyersAtCheckout()
  const token = await readyToPay(other, db, TWO_PACKS)
  await expectOk(other.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: true }))
  await prepareToPay(other, token)
  expect(orderOf(db, token)).toMatchObject({ recurring: true, shippingCents: 0 })
})

test('PRC-4 CAT-7 a members-only promotion is offered to and accepted from members only', async () => {
  const { member, other, db } = await buyersAtCheckout()
  db.update(promotions)
    .set({ membersOnly: true, firstOrderOnly: false })
    .where(eq(promotions.code, 'WELCOME20'))
    .run()
  const entered = async (shopper: Shopper) => {
    const token = await fillCart(shopper, db)
    await shopper.visit('/?promotion_offer=WELCOME20')
    const offered = (await boxPage(shopper)).includes('WELCOME20')
    const answer = await shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, {
      text_entered: 'WELCOME20',
    })
    return [offered, answer.status]
  }
  expect(await entered(member)).toEqual([true, 200])
  expect(await entered(other)).toEqual([false, 422])
})

test('PRC-2 consent to a box that was never bought makes nobody a member', async () => {
  const { other, db } = await buyersAtCheckout()
  const token = await readyToPay(other, db, TWO_PACKS)
  await expectOk(other.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: true }))
  await expectOk(other.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: false }))
  expect(await boxPage(other)).toContain('<b>$45.00</b> more and delivery is free')
})

test("PRC-2 ORD-2 the order page shows the consent's wording; one click ends it, and member prices with it", async () => {
  const { member, db } = await buyersAtCheckout()
  const { id } = db.select().from(users).where(eq(users.email, MEMBER)).get()!
  const first = db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, id), eq(orders.recurring, true)))
    .get()!
  const page = async () => (await member.visit(`/account/orders/${first.token}`)).text()
  expect(await page()).toContain(recurringConsentText('Droveway'))
  expect(await page()).toContain('Recurring box, every 4 weeks')

  const end = () => member.submit('POST', `/account/orders/${first.token}/end-agreement`)
  expect((await end()).headers.get('location')).toBe(`/account/orders/${first.token}`)
  const ended = await page()
  expect(ended).toMatch(/You canceled it on \w+, November 20, \d+ [ap]m/)
  expect(ended).not.toContain('Cancel my recurring box')
  const [consent] = db.select().from(recurringConsents).where(eq(recurringConsents.orderId, first.id)).all()
  expect((await end()).status).toBe(303)
  expect(db.select().from(recurringConsents).where(eq(recurringConsents.orderId, first.id)).all()).toEqual([
    consent,
  ])

  await fillCart(member, db, 'demo-fifty', 2)
  expect(await boxPage(member)).toContain('<b>$45.00</b> more and delivery is free')
})

test("ORD-2 a guest can end a recurring box with the receipt's link, and nobody without it can", async () => {
  const { shopper, services, db } = await world()
  const [guest, eve] = [await shopper(), await shopper()]
  const token = await readyToPay(guest, db)
  await expectOk(guest.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: true }))
  const { clientSecret } = await prepareToPay(guest, token)
  await guest.confirm(clientSecret)
  expect(await paymentStatus(guest, token)).toBe('succeeded')
  const active = () =>
    db.select().from(recurringConsents).where(isNull(recurringConsents.withdrawnAt)).all().length
  const before = active()
  const path = `/account/orders/${token}/end-agreement`
  expect((await eve.call('POST', path)).status).toBe(401)
  expect((await eve.call('POST', `${path}?key=${'x'.repeat(43)}`)).status).toBe(401)
  expect(active()).toBe(before)
  expect((await eve.call('POST', `${path}?key=${guestKey(services.config, token)}`)).status).toBe(200)
  expect(active()).toBe(before - 1)
})

test('ORD-2 a one-time order has no agreement to end', async () => {
  const { member, db } = await buyersAtCheckout()
  const token = await readyToPay(member, db)
  const { clientSecret } = await prepareToPay(member, token)
  await member.confirm(clientSecret)
  expect(await paymentStatus(member, token)).toBe('succeeded')
  expect((await member.call('POST', `/account/orders/${token}/end-agreement`)).status).toBe(404)
})
