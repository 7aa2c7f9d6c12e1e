import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { mailsTo } from '../support/account.ts'
import { expectOk, orderOf, SEATTLE } from '../support/buying.ts'
import {
  advanceTo,
  boxesOf,
  MEMBER,
  memberShop,
  nextBoxOf,
  pastCharge,
  subscriptionOf,
} from '../support/membership.ts'
import type { Shopper } from '../support/shopper.ts'

const PAGE = '/account/subscriptions'
const RENEWAL = "There was a problem updating your membership box's renewal period. Please contact support."

/** The offer tokens on the page. */
async function listed(member: Shopper): Promise<string[]> {
  const page = await (await member.visit(PAGE)).text()
  const listing = page.split('class="box-offers"')[1]?.split('</section>')[0] ?? ''
  return [...listing.matchAll(/name="bid_item_token" value="([^"]+)"/g)].map(([, token = '']) => token)
}

const add = (member: Shopper, order: string, bid_item_token: string, quantity = 1) =>
  member.call('POST', `/v1/subscriptions/box_item/${order}`, { bid_item_token, quantity })

test('BEH-14 lists offers in stock and not in the box; adding one twice adds it once, and a sold-out one is rejected', async () => {
  const { db, member } = await memberShop()
  const box = await nextBoxOf(member)
  const [first, second] = await listed(member)
  expect(box.items.map(({ bid_item_token }) => bid_item_token)).not.toContain(first)
  await expectOk(add(member, box.order_token, first!))
  await expectOk(add(member, box.order_token, first!))
  expect((await nextBoxOf(member)).items.find((item) => item.bid_item_token === first)?.quantity).toBe(1)
  expect(await listed(member)).not.toContain(first)

  const { id } = db.select().from(offers).where(eq(offers.token, second!)).get()!
  db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, id)).run()
  expect(await listed(member)).not.toContain(second)
  expect((await add(member, box.order_token, second!)).status).toBe(422)
})

test('BEH-14 without scripts, a refused item leads back to the membership page, which says why', async () => {
  const { db, member } = await memberShop()
  const box = await nextBoxOf(member)
  const [first] = await listed(member)
  const { id } = db.select().from(offers).where(eq(offers.token, first!)).get()!
  db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, id)).run()
  const path = `/v1/subscriptions/box_item/${box.order_token}`
  const refused = await member.submit('POST', path, { bid_item_token: first!, quantity: '1' })
  expect([refused.status, refused.headers.get('location')]).toEqual([303, PAGE])
  expect(await (await member.visit(PAGE)).text()).toContain(
    'That just sold out. Please choose something else.',
  )
})

test('BEH-14 an added item is charged as shown, and after the lock nothing can be added and nothing is listed', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  await advanceTo(made, box.charge_at, -30 * HOUR_MS)
  const [first, second] = await listed(member)
  await expectOk(add(member, box.order_token, first!))
  const shown = (await nextBoxOf(member)).total_cents
  expect(boxesOf(made)[0]?.remindedCents).toBe(shown)
  made.db.update(offers).set({ priceCents: 99_900 }).where(eq(offers.token, first!)).run()
  await pastCharge(made, box)
  expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: shown })
  const late = await add(member, box.order_token, second!)
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { error: expect.stringContaining('too late') },
  ])
})

test('MEM-2 a box below the minimum says so in the reminder and on the page, and can be filled step by step', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  made.db.update(offers).set({ priceCents: 1_500 }).run()
  for (const { bid_item_token } of box.items)
    made.db.update(offers).set({ priceCents: 200 }).where(eq(offers.token, bid_item_token)).run()
  expect(await (await member.visit(PAGE)).text()).toContain('below our $49.00 minimum')
  await advanceTo(made, box.charge_at, -4 * DAY_MS)
  const reminder = mailsTo(made, MEMBER).find(({ subject }) => subject?.startsWith('Your box comes'))
  expect(reminder?.text).toMatch(/below our minimum, so we'd skip it\. Add something by .*, such as /)
  expect(reminder?.text).toContain('a box every 4 weeks until you end it')
  for (const token of (await listed(member)).slice(0, 5)) await expectOk(add(member, box.order_token, token))
  expect(await (await member.visit(PAGE)).text()).not.toContain('below our $49.00 minimum')
  await pastCharge(made, box)
  expect(orderOf(made.db, box.order_token).state).toBe('paid')
})

test("BEH-15 a frequency outside the four, or for an ended membership, is rejected in the customer's words", async () => {
  const { member } = await memberShop()
  const { token } = await subscriptionOf(member)
  const change = (renew_period_type: unknown) =>
    member.call('POST', `/v1/subscriptions/${token}/frequency`, { renew_period_type })
  for (const outside of ['weekly', '', ['two_weeks']])
    expect(await (await change(outside)).json()).toMatchObject({ error: RENEWAL, message: RENEWAL })
  expect((await change('weekly')).status).toBe(422)
  await expectOk(member.call('POST', `/v1/subscriptions/${token}/cancel`))
  const refused = await change('two_weeks')
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: RENEWAL }])
})

test("MEM-2 a member changes the next box's address from its page and returns to it", async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  const page = await (await member.visit(PAGE)).text()
  const href = /href="(\/[^"]+\/delivery\?change=true[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
  const delivery = await expectOk(member.visit(href))
  expect(await delivery.text()).not.toMatch(/This is a gift|One-time or recurring box/)
  const { mobile_phone_number, ...street } = SEATTLE
  const fields = { ...street, delivery_name: 'Dora Whitcomb', delivery_phone_number: mobile_phone_number }
  const path = `/v1/update_shipping_address/${box.order_token}`
  // Another center serves this address, which has to be acknowledged first.
  const asked = (await (await member.call('POST', path, fields)).json()) as {
    error_details: { version: string }
  }
  const sent = await member.submit('POST', path, {
    ...fields,
    fc_change_acknowledged: asked.error_details.version,
    return_to: PAGE,
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, PAGE])
  const { order_token } = await nextBoxOf(member)
  expect(order_token).toBe(box.order_token)
  expect(orderOf(made.db, order_token)).toMatchObject({
    deliveryName: 'Dora Whitcomb',
    deliveryPostalCode: '98101',
  })
})

test('MEM-2 a refused quantity or pause day is asked again in its form, with what was typed', async () => {
  const { member } = await memberShop()
  const { order_token, items } = await nextBoxOf(member)
  const { token } = await subscriptionOf(member)
  const fields = { bid_item_token: items[0]!.bid_item_token, quantity: '2 lb' }
  const item = await member.submit('POST', `/v1/subscriptions/box_item/${order_token}`, fields)
  const asked = await item.text()
  expect([item.status, asked.match(/class="next-box__way" open=""/g)?.length]).toEqual([422, 1])
  expect(asked).toMatch(/name="quantity"[^>]* value="2 lb"[^>]* aria-invalid="true"/)
  expect(asked).toMatch(/role="alert">Please choose how many\.</)

  const pause = await member.submit('POST', `/v1/subscriptions/${token}/pause`, { until: '2020-02-29' })
  const again = await pause.text()
  expect(pause.status).toBe(422)
  expect(again).toMatch(/name="until"[^>]* value="2020-02-29"[^>]* aria-invalid="true"/)
  expect(again).toMatch(/role="alert">Please choose a day after today\.</)
  expect(again).toContain('Your next box')
  expect((await subscriptionOf(member)).state).toBe('active')
})
