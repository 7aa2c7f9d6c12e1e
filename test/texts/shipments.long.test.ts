import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, textSubscriptions, users } from '#db/schema/index.ts'
import { addDays, assertDay, DAY_MS, formatDay, HOUR_MS, MINUTE_MS } from '#src/day.ts'
import { signedIn } from '../support/account.ts'
import { shippedBox } from '../support/parcels.ts'
import { PHONE, subscribe, subscriptionRows, textsAt } from '../support/texts.ts'

const GUESTS = '+12065550133'

/** A shipped box of a Seattle account with texts on, plus another number for this order only. */
async function textedBox() {
  const parcel = await shippedBox()
  const { shop, box } = parcel
  subscribe(shop, 'shopper@example.com')
  const user = shop.db.select().from(users).where(eq(users.email, 'shopper@example.com')).get()
  shop.db
    .update(orders)
    .set({ userId: user?.id, deliveryPostalCode: '98101' })
    .where(eq(orders.id, box.id))
    .run()
  const now = shop.clock.now()
  shop.db
    .insert(textSubscriptions)
    .values({ orderId: box.id, phone: GUESTS, state: 'on', askedAt: now, confirmedAt: now })
    .run()
  return parcel
}

/** To 10 a.m. in Seattle. */
const toMorning = (shop: { clock: { now(): number }; pass(ms: number): void }) => {
  const hours = (new Date(shop.clock.now()).getUTCHours() + 24 - 18) % 24
  shop.pass(((24 - hours) % 24) * HOUR_MS)
}

test("TRK-3 each step of a shipment is texted once to all subscribers, and an order's own opt-in ends on delivery", async () => {
  const { shop, box, tell } = await textedBox()
  toMorning(shop)
  const at = () => new Date(shop.clock.now()).toISOString()
  await tell({ status: 'out_for_delivery', at: at() })
  await tell({ status: 'out_for_delivery', at: at() })
  await shop.settleDown()
  shop.pass(HOUR_MS)
  await tell({ status: 'delivered', at: at() })
  await shop.settleDown()
  for (const phone of [PHONE, GUESTS]) {
    const [out, delivered, ...more] = textsAt(shop, phone).filter((text) => !text.includes('has shipped'))
    expect(out).toContain(`Your box ${box.identifier} is out for delivery today.`)
    expect(delivered).toContain(`http://localhost:3000/${box.token}/tracking-info`)
    expect(more).toEqual([])
  }
  const state = (phone: string) => subscriptionRows(shop).find((one) => one.phone === phone)
  expect(state(GUESTS)).toMatchObject({ state: 'off', endReason: 'delivered' })
  expect(state(PHONE)).toMatchObject({ state: 'on' })
})

test('TRK-3 a late box is texted once per new day, however often the carrier repeats it; each text has a tracking link', async () => {
  const { shop, box, tell } = await textedBox()
  toMorning(shop)
  await shop.settleDown()
  const promised = Date.parse(`${box.arrivalOn}T20:00:00Z`)
  for (const daysLate of [0, 1, 1, 2]) {
    const at = new Date(shop.clock.now()).toISOString()
    await tell({ status: 'in_transit', at, estimate: new Date(promised + daysLate * DAY_MS).toISOString() })
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  await tell({ status: 'delivered', at: new Date(shop.clock.now()).toISOString() })
  await shop.settleDown()
  const texts = textsAt(shop)
  const day = (daysLate: number) => formatDay(addDays(assertDay(box.arrivalOn ?? ''), daysLate), 'short')
  expect(texts.map((text) => text.replace(/ http.*/, ''))).toEqual([
    `Droveway: Your box ${box.identifier} is running late and should now arrive ${day(1)}. Sorry! See what you can do:`,
    `Droveway: Your box ${box.identifier} is running late and should now arrive ${day(2)}. Sorry! See what you can do:`,
    `Droveway: Your box ${box.identifier} was delivered. Please get it into the freezer soon. Is something wrong?`,
  ])
  for (const text of texts) expect(text).toContain(` http://localhost:3000/${box.token}/tracking-info`)
})

test('TRK-3 quiet hours follow the box: a text to New York is sent three hours before one to Seattle would be', async () => {
  const { shop, box, tell } = await textedBox()
  shop.db.update(orders).set({ deliveryPostalCode: '10001' }).where(eq(orders.id, box.id)).run()
  toMorning(shop)
  await shop.settleDown()
  const before = textsAt(shop).length
  shop.pass(18 * HOUR_MS) // 4 a.m. in Seattle, 7 a.m. in New York
  await tell({ status: 'out_for_delivery', at: new Date(shop.clock.now()).toISOString() })
  shop.pass(HOUR_MS - 1)
  await shop.settleDown()
  expect(textsAt(shop)).toHaveLength(before)
  shop.pass(1)
  await shop.settleDown()
  expect(textsAt(shop).at(-1)).toContain('is out for delivery today')
})

test('TRK-2 the tracking page has a text settings card until delivery, and asks strangers to sign in', async () => {
  const { shop, box, tell } = await textedBox()
  const jane = await signedIn(shop, 'shopper@example.com')
  const path = `/${box.token}/tracking-info`
  const page = async (who: { visit(path: string): Promise<Response> }) => (await who.visit(path)).text()
  expect(await page(jane)).toContain('(206) 555-0133')
  const stranger = await page(await shop.shopper())
  expect(stranger).toContain('to change your SMS preferences')
  expect(stranger).not.toContain('555-01')
  await tell({ status: 'delivered', at: new Date(shop.clock.now()).toISOString() })
  expect(await page(jane)).not.toContain('texts_title')
})
