import { and, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import { type Order, orders, shipDays, textSubscriptions, weatherAlerts } from '#db/schema/index.ts'
import { assertDay, DAY_MS, HOUR_MS } from '#src/day.ts'
import type { OpenDay } from '#src/delivery/calendar.ts'
import { calendarFor, deliveryZone } from '#src/delivery/calendar-facts.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { holdForReview, releaseFromReview } from '#src/orders/review.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { keepHolding } from '#src/weather/alert-jobs.ts'
import { moveHeld } from '#src/weather/hold-order.ts'
import { changeHold } from '#src/weather/holds.ts'
import { signedIn } from '../support/account.ts'
import { boxesAt, CENTER, changeBox, DALE } from '../support/clerks.ts'
import { saveStep } from '../support/delivery-step.ts'
import { inDays, receiveLot, soldFromOneLot } from '../support/lots.ts'
import { paidOrder } from '../support/refunding.ts'
import type { Shopper } from '../support/shopper.ts'
import { PHONE, textsAt } from '../support/texts.ts'
import { validator } from '../support/valid-html.ts'
import {
  heldBox,
  holdsIn,
  mailedChoices,
  raiseAlert,
  STORM,
  shopWithBox,
  WEATHER,
} from '../support/weather.ts'
import type { World } from '../support/world.ts'

const bookedOn = ({ db }: World, shipOn: string | null) =>
  db
    .select()
    .from(shipDays)
    .where(and(eq(shipDays.fcId, 1), eq(shipDays.shipOn, assertDay(shipOn ?? ''))))
    .get()?.booked ?? 0

const page = async (shopper: Shopper, path: string) =>
  (await (await shopper.visit(path)).text()).replaceAll('&#39;', "'")

const toggle = (shopper: Shopper, holdId: number) =>
  shopper.call('POST', `/v1/toggle_ignore_weather_alerts/${holdId}`)

const answer = (shopper: Shopper, holdId: number, choice: string) =>
  shopper.call('POST', `/weather-alerts/${holdId}/answer`, { answer: choice })

test('ORD-6 an alert moves affected boxes to their next free day, at no cost, with their capacity', async () => {
  const { shop, dale, order } = await shopWithBox()
  const before = order()
  const places = bookedOn(shop, before.shipOn)
  const others = boxesAt(shop).filter(({ deliveryState }) => deliveryState !== 'WA')
  const alert = await raiseAlert(dale, shop)
  expect(alert).toMatchObject({ status: 200, title: 'Winter storm', states: ['WA'], state: 'coming' })
  const after = order()
  expect(after.arrivalOn).toBe('2026-12-09') // anything earlier would ship in the storm, or not at all
  expect([after.totalCents, after.shippingCents, after.state]).toEqual([
    before.totalCents,
    before.shippingCents,
    'paid',
  ])
  expect(after.lockAt).toBeGreaterThan(before.lockAt ?? 0)
  const touched = holdsIn(shop).filter(({ shipOn }) => shipOn === before.shipOn)
  expect(bookedOn(shop, before.shipOn)).toBe(places - touched.length)
  expect(boxesAt(shop).filter(({ deliveryState }) => deliveryState !== 'WA')).toEqual(others)
  for (const { shipOn } of holdsIn(shop).map(
    ({ orderId }) => boxesAt(shop).find(({ id }) => id === orderId)!,
  ))
    expect(bookedOn(shop, shipOn)).toBe(boxesAt(shop).filter((box) => box.shipOn === shipOn).length)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('ORD-6 an expedited box moved to a standard day gets its surcharge back, once', async () => {
  const { shop, order, refunds } = await paidOrder(undefined, { arrivesOn: '2026-11-24' })
  await raiseAlert(await signedIn(shop, DALE), shop, { ...STORM, from: '2026-11-23', to: '2026-11-25' })
  const [hold] = holdsIn(shop).filter(({ orderId }) => orderId === order().id)
  expect([hold?.returnedCents, order().expedited]).toEqual([0, true]) // another expedited day was free
  const paid = order()
  const move = (day: OpenDay) =>
    durably(shop.db, (tx) => {
      const returnedCents = moveHeld(tx, order(), day, shop.clock.now())
      changeHold(tx, hold!, { returnedCents: hold!.returnedCents + returnedCents })
      return returnedCents
    })
  const usual = openDay(shop, paid, false)
  const back = await move(usual)
  expect([back, order().expedited]).toEqual([(paid.totalCents ?? 0) - (order().totalCents ?? 0), false])
  expect(back).toBeGreaterThanOrEqual(1_200)
  expect(holdsIn(shop).find(({ id }) => id === hold?.id)?.returnedCents).toBe(back)
  expect(await move(openDay(shop, paid, true))).toBe(0)
  expect(await move(usual)).toBe(0)
  await shop.settleDown()
  expect(refunds()).toMatchObject([{ amountCents: back, cause: 'price_lowered', status: 'succeeded' }])
  expect(ledgerProblems(shop.db)).toEqual([])
})

function openDay({ db, clock }: World, order: Order, expedited: boolean): OpenDay {
  const zip = order.deliveryPostalCode ?? ''
  const zone = deliveryZone(db, zip)
  if (!zone.served) throw new Error(`${zip} is not served`)
  const days = calendarFor(db, {
    zip,
    zone,
    now: clock.now(),
    exceptOrderId: order.id,
    bookedOn: null,
    expedited,
  })
  const day = days.find((one) => one.ok && one.expedited === expedited && one.date > '2026-12-07')
  if (!day?.ok) throw new Error('no such day is open')
  return day
}

test('ORD-6 each customer gets one mail, whose two links change nothing by themselves', async () => {
  const { shop, ana, order, hold } = await heldBox()
  const { mail, keep, cancel } = mailedChoices(shop)
  expect(mail?.subject).toBe(`Weather: your box now arrives Wed, Dec 9 (${order().identifier})`)
  await keepHolding(shop.services)
  await shop.settleDown()
  expect(holdsIn(shop).filter(({ orderId }) => orderId === order().id)).toHaveLength(1)
  const before = order()
  const stranger = await shop.shopper()
  for (const link of [keep, cancel]) {
    const html = await page(stranger, link)
    expect(html).toContain('Wednesday, December 9')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
  expect(order()).toEqual(before)
  expect(holdsIn(shop).find(({ id }) => id === hold.id)?.answer).toBeNull()
  expect(await page(ana, `/weather-alerts/${hold.id}`)).toContain('Keep the new date')
})

test('ORD-6 TRK-3 text subscribers also get one text, with both links, and never at night', async () => {
  const { shop, order } = await shopWithBox()
  const now = shop.clock.now()
  shop.db
    .insert(textSubscriptions)
    .values({ orderId: order().id, phone: PHONE, state: 'on', askedAt: now, confirmedAt: now })
    .run()
  shop.pass(Date.parse('2026-11-21T06:00:00Z') - now) // 10 p.m. in Seattle
  await raiseAlert(await signedIn(shop, DALE), shop)
  const { keep, cancel, mail } = mailedChoices(shop)
  expect([mail?.subject, textsAt(shop)]).toEqual([expect.stringContaining('Wed, Dec 9'), []])
  shop.pass(10 * HOUR_MS)
  await keepHolding(shop.services)
  await shop.settleDown()
  const { appUrl } = shop.config
  expect(textsAt(shop)).toEqual([expect.stringContaining(`moved box ${order().identifier} to Wed, Dec 9`)])
  for (const link of [keep, cancel]) expect(textsAt(shop)[0]).toContain(appUrl + link)
})

test("ORD-6 the page is only for the customer: a forged key or another hold's key opens nothing", async () => {
  const { shop, hold } = await heldBox()
  const guest = await shop.shopper()
  expect((await guest.visit(`/weather-alerts/${hold.id}`)).headers.get('location')).toBe('/signin')
  expect((await guest.visit(`/weather-alerts/${hold.id}?key=${'A'.repeat(43)}`)).status).toBe(303)
  const ben = await signedIn(shop, 'other@example.com')
  for (const path of [`/weather-alerts/${hold.id}`, '/weather-alerts/1e3', '/weather-alerts/999999'])
    expect((await ben.visit(path)).status, path).toBe(404)
  expect((await toggle(ben, hold.id)).status).toBe(404)
  expect((await answer(ben, hold.id, 'cancel')).status).toBe(404)
  const other = holdsIn(shop).find(({ id }) => id !== hold.id)
  const key = mailedChoices(shop).keep.split('key=')[1]
  expect((await guest.visit(`/weather-alerts/${other?.id}?key=${key}`)).status).toBe(303)
})

test("ORD-6 a guest's receipt link leads to the choices from the order and tracking pages, and back", async () => {
  const { shop, token, hold } = await heldBox()
  const guest = await shop.shopper()
  const key = guestKey(shop.config, token)
  const choices = `/weather-alerts/${hold.id}?key=${key}`
  for (const path of [`/account/orders/${token}`, `/${token}/tracking-info`])
    expect(await page(guest, `${path}?key=${key}`), path).toContain(`href="${choices}"`)
  const shown = await page(guest, choices)
  expect(shown).toContain(`href="/account/orders/${token}?key=${key}"`)
  expect(shown).toContain(`action="/weather-alerts/${hold.id}/answer?key=${key}"`)
  const other = holdsIn(shop).find(({ id }) => id !== hold.id)
  expect((await guest.visit(`/weather-alerts/${other?.id}?key=${key}`)).status).toBe(303)
  expect(await page(guest, mailedChoices(shop).keep)).not.toContain(`/account/orders/${token}`)
})

test('ORD-6 ORD-2 the order page says that weather holds the box, until it ships anyway', async () => {
  const { ana, token, hold } = await heldBox()
  const stateOn = async () =>
    /order-page__state">([^<]*)/.exec(await page(ana, `/account/orders/${token}`))?.[1]
  expect(await stateOn()).toBe('Held for weather')
  await toggle(ana, hold.id)
  expect(await stateOn()).toBe('Confirmed')
})

test('ORD-6 while the box ships anyway, the page says that keeping the new date undoes it; once canceled, it promises nothing', async () => {
  const { shop, ana, hold } = await heldBox()
  const path = `/weather-alerts/${hold.id}`
  await toggle(ana, hold.id)
  expect(await page(ana, path)).toContain(
    'You asked us to ship it for Thursday, December 3 anyway. Keeping the new date takes that back.',
  )
  shop.pass(hold.lockAt - shop.clock.now())
  expect(await page(ana, path)).not.toContain('Keep the new date')
  shop.pass(-1)
  expect((await answer(ana, hold.id, 'cancel')).status).toBe(200)
  const over = await page(ana, path)
  expect(over).not.toContain('What you paid and any reward stay the same')
})

test('ORD-6 "ship anyway" moves the box back to its day and stores the consent\'s wording; off moves it on again', async () => {
  const { shop, ana, order, before, hold } = await heldBox()
  const on = await toggle(ana, hold.id)
  expect(await on.json()).toMatchObject({
    message: 'checked',
    note: "We'll ship it anyway. It arrives Thursday, December 3.",
    arrival_date: '2026-12-03',
  })
  const { version: _, updatedAt: __, ...same } = before
  expect(order()).toMatchObject(same)
  const kept = holdsIn(shop).find(({ id }) => id === hold.id)
  expect(kept).toMatchObject({
    shipAnywayAt: shop.clock.now(),
    shipAnywayWords:
      'Ship my box anyway, to arrive Thursday, December 3. I know that the weather (Winter storm) may delay it, and that what is inside may thaw on the way.',
  })
  expect(await page(ana, `/weather-alerts/${hold.id}`)).toContain(kept?.shipAnywayWords)
  await keepHolding(shop.services)
  expect(order().arrivalOn).toBe('2026-12-03')
  const off = await ana.submit('POST', `/v1/toggle_ignore_weather_alerts/${hold.id}`)
  expect(off.status).toBe(303)
  expect(order().arrivalOn).toBe('2026-12-09')
  expect(holdsIn(shop).find(({ id }) => id === hold.id)?.shipAnywayAt).toBeNull()
})

test('ORD-6 keeping the new date after "ship anyway" moves the box to the new date', async () => {
  const { shop, ana, order, hold } = await heldBox()
  await toggle(ana, hold.id)
  expect(order().arrivalOn).toBe('2026-12-03')
  expect((await answer(ana, hold.id, 'keep')).status).toBe(200)
  expect(order().arrivalOn).toBe('2026-12-09')
  expect(holdsIn(shop).find(({ id }) => id === hold.id)).toMatchObject({
    answer: 'kept',
    shipAnywayAt: null,
    movedTo: '2026-12-09',
  })
})

test('ORD-6 "ship anyway" ends at the first day\'s cutoff, and is refused while that day is full', async () => {
  const { shop, dale, ana, order, before, hold } = await heldBox()
  const { booked } = { booked: bookedOn(shop, before.shipOn) }
  await dale.call('POST', `${CENTER}/calendar`, { ship_on: before.shipOn, capacity: booked })
  const full = await toggle(ana, hold.id)
  expect([full.status, (await full.json()).error]).toEqual([
    409,
    'Thursday, December 3 has filled up meanwhile, so your box keeps its new date.',
  ])
  await dale.call('POST', `${CENTER}/calendar`, { ship_on: before.shipOn, capacity: '' })
  shop.pass((before.lockAt ?? 0) - shop.clock.now())
  const late = await toggle(await shop.shopper(Object.fromEntries(ana.cookies)), hold.id)
  expect([late.status, (await late.json()).error]).toEqual([
    409,
    "It's too late to ship for Thursday, December 3. Nothing was changed.",
  ])
  expect(order().arrivalOn).toBe('2026-12-09')
})

test('ORD-6 PAY-19 no answer moves or cancels a box while a change of it is being paid', async () => {
  const { shop, ana, order, hold } = await heldBox()
  const before = order()
  const charging = (at: number | null) =>
    shop.db.update(orders).set({ chargeAskedAt: at }).where(eq(orders.id, before.id)).run()
  charging(shop.clock.now())
  expect([(await toggle(ana, hold.id)).status, (await answer(ana, hold.id, 'cancel')).status]).toEqual([
    409, 409,
  ])
  expect(order()).toMatchObject({ state: 'paid', arrivalOn: before.arrivalOn, version: before.version })
  charging(null)
  expect((await toggle(ana, hold.id)).status).toBe(200)
})

test('ORD-6 PAY-19 a box being charged for a change is held once the charge has an outcome', async () => {
  const { shop, dale, order } = await shopWithBox()
  const before = order()
  const charging = (at: number | null) =>
    shop.db.update(orders).set({ chargeAskedAt: at }).where(eq(orders.id, before.id)).run()
  charging(shop.clock.now())
  await raiseAlert(dale, shop)
  expect(order()).toMatchObject({ arrivalOn: before.arrivalOn, version: before.version })
  charging(null)
  await keepHolding(shop.services)
  expect([order().arrivalOn, holdsIn(shop)[0]?.orderId]).toEqual(['2026-12-09', before.id])
})

test('ORD-6 ORD-4 a box that ships anyway can be canceled until its cutoff, on the weather page, too', async () => {
  const { shop, ana, order, hold } = await heldBox()
  await toggle(ana, hold.id)
  shop.pass((order().lockAt ?? 0) - shop.clock.now())
  const late = await shop.shopper(Object.fromEntries(ana.cookies))
  expect(await page(late, `/weather-alerts/${hold.id}`)).not.toContain('Cancel this order')
  const canceled = await answer(late, hold.id, 'cancel')
  expect([canceled.status, (await canceled.json()).error]).toEqual([
    409,
    `Order ${order().identifier} can't be changed here anymore. Please contact us.`,
  ])
  expect([order().state, order().arrivalOn]).toEqual(['paid', '2026-12-03'])
})

test("ORD-6 canceling for weather refunds everything once, and frees the new day's slot", async () => {
  const { shop, order, sent, paidCents, hold } = await heldBox()
  const places = bookedOn(shop, order().shipOn)
  const stranger = await shop.shopper()
  const { cancel } = mailedChoices(shop)
  const html = await page(stranger, cancel)
  const action =
    /action="(\/weather-alerts\/[^"]+answer[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await stranger.submit('POST', action, { answer: 'cancel' })).status).toBe(303)
  expect((await stranger.submit('POST', action, { answer: 'cancel' })).status).toBe(409)
  const again = await stranger.submit('POST', action, { answer: 'keep' })
  const gone = `Order ${order().identifier} was canceled, so there is nothing left to decide.`
  const refused = await again.text()
  expect([again.status, refused]).toEqual([409, expect.stringContaining(gone)])
  expect(refused).toContain('The weather and your box')
  expect(refused).toContain('all of your money is on its way back')
  expect(refused).not.toContain('check what you entered')
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [paidCents]])
  expect(bookedOn(shop, order().shipOn)).toBe(places - 1)
  expect(holdsIn(shop).find(({ id }) => id === hold.id)).toMatchObject({ answer: 'canceled' })
  expect(await page(stranger, cancel)).toContain('all of your money is on its way back')
  expect(ledgerProblems(shop.db)).toEqual([])
})

const SECOND = { ...STORM, title: 'Ice storm', from: '2026-12-07', to: '2026-12-09' }

test("ORD-6 a second delay is refunded without a yes by the mail's deadline", async () => {
  const { shop, dale, order, sent, paidCents } = await heldBox()
  await raiseAlert(dale, shop, SECOND)
  const [second] = holdsIn(shop).filter(({ orderId, endedAt }) => orderId === order().id && endedAt === null)
  expect(order().arrivalOn).toBe('2026-12-12')
  expect(mailedChoices(shop).mail?.text).toContain('the second time')
  const left = (second?.answerBy ?? 0) - shop.clock.now()
  expect(left).toBeGreaterThan(DAY_MS)
  shop.pass(left - 1)
  await shop.settleDown()
  expect(order().state).toBe('paid')
  shop.pass(1)
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [paidCents]])
})

test('ORD-6 a second delay whose deadline passes while the order is in review is refunded once it is released', async () => {
  const { shop, dale, order, sent, paidCents } = await heldBox()
  await raiseAlert(dale, shop, SECOND)
  const [second] = holdsIn(shop).filter(({ orderId, endedAt }) => orderId === order().id && endedAt === null)
  await durably(shop.db, (tx) => holdForReview(tx, order(), shop.clock.now()))
  shop.pass((second?.answerBy ?? 0) - shop.clock.now() + 1)
  await shop.settleDown()
  await keepHolding(shop.services)
  expect(order().state).toBe('review')
  await durably(shop.db, (tx) => releaseFromReview(tx, order(), shop.clock.now()))
  await keepHolding(shop.services)
  await shop.settleDown()
  expect([order().state, await sent()]).toEqual(['canceled', [paidCents]])
  expect(holdsIn(shop).find(({ id }) => id === second?.id)).toMatchObject({ answer: 'none' })
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('ORD-6 a yes to a second delay keeps the order, which is packed after the weather', async () => {
  const { shop, dale, order } = await heldBox()
  await raiseAlert(dale, shop, SECOND)
  const stranger = await shop.shopper()
  await page(stranger, mailedChoices(shop).keep)
  const [second] = holdsIn(shop).filter(({ orderId, endedAt }) => orderId === order().id && endedAt === null)
  const path = mailedChoices(shop).keep.replace(/\?.*key=/, '/answer?key=')
  expect((await stranger.submit('POST', path, { answer: 'maybe' })).status).toBe(422)
  expect((await stranger.submit('POST', path, { answer: 'keep' })).status).toBe(303)
  shop.pass(Date.parse('2026-12-10T09:00:00Z') - shop.clock.now())
  await shop.settleDown()
  expect([order().state, order().arrivalOn]).toEqual(['paid', '2026-12-12'])
  const clerk = await signedIn(shop, DALE)
  const list = await (await clerk.call('GET', `${CENTER}/orders?q=${order().identifier}`)).json()
  expect(list.orders[0]).toMatchObject({ state: 'ready', weather_alert: null })
  expect(holdsIn(shop).find(({ id }) => id === second?.id)).toMatchObject({ answer: 'kept' })
})

test('ORD-6 a box without a free day waits, and is moved once there is one', async () => {
  const { shop, dale, order } = await shopWithBox()
  shop.db.update(shipDays).set({ capacity: 0 }).run()
  const { ship_days: days } = await (await dale.call('GET', `${CENTER}/calendar`)).json()
  for (const { ship_on } of days)
    shop.db.insert(shipDays).values({ fcId: 1, shipOn: ship_on, capacity: 0 }).onConflictDoNothing().run()
  await raiseAlert(dale, shop)
  expect(order().arrivalOn).toBe('2026-12-03')
  expect(mailedChoices(shop).mail?.text).toContain("We don't have a new date yet")
  expect((await (await dale.call('GET', WEATHER)).json()).weather_alerts[0].without_a_day).toBeGreaterThan(0)
  await dale.call('POST', `${CENTER}/calendar`, { ship_on: '2026-12-08', capacity: 50 })
  await keepHolding(shop.services)
  await shop.settleDown()
  expect(order().arrivalOn).toBe('2026-12-10')
  expect(mailedChoices(shop).mail?.subject).toContain('Thu, Dec 10')
})

test("ORD-6 an order that can't be held doesn't keep others from being held", async () => {
  const { shop, dale, order } = await shopWithBox()
  const [other] = boxesAt(shop)
  const trip = { deliveryState: 'WA', shipOn: assertDay('2026-12-01'), arrivalOn: assertDay('2026-12-03') }
  changeBox(shop, other!, { state: 'paid', ...trip, lockAt: null })
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await raiseAlert(dale, shop)
  const held = holdsIn(shop).map(({ orderId }) => orderId)
  expect([held.includes(order().id), held.includes(other!.id)]).toEqual([true, false])
  expect(errors).toHaveBeenCalledWith(
    expect.objectContaining({ order: other?.id }),
    'an order could not be held for the weather',
  )
})

test('ORD-6 an alert that can’t be read keeps no other alert from holding its boxes', async () => {
  const { shop, order } = await shopWithBox()
  const days = { startsOn: assertDay(STORM.from), endsOn: assertDay(STORM.to) }
  const alert = { title: STORM.title, states: STORM.states, zip3s: [], ...days, createdAt: 0, changedAt: 0 }
  const [broken] = [2, 1].map((fcId) =>
    shop.db
      .insert(weatherAlerts)
      .values({ ...alert, fcId })
      .returning()
      .get(),
  )
  shop.db.run(sql`update weather_alerts set states = 'broken' where id = ${broken?.id}`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await keepHolding(shop.services)
  expect(holdsIn(shop).map(({ orderId }) => orderId)).toContain(order().id)
  expect(errors.mock.calls).toMatchObject([[{ alert: broken?.id }, 'an alert could not be applied']])
})

test('ORD-6 LOT-1 weather moves no box to a day for which its only lot is too old', async () => {
  const { shop, dale, order } = await shopWithBox()
  const offerId = await soldFromOneLot(shop, assertDay('2026-12-04'))
  await raiseAlert(dale, shop)
  const movedTo = () => holdsIn(shop).find(({ orderId }) => orderId === order().id)?.movedTo
  expect([order().arrivalOn, movedTo()]).toEqual(['2026-12-03', null])
  await receiveLot(shop, { offerId, code: 'FRESH', bestBy: inDays(shop, 300), units: 1 })
  await keepHolding(shop.services)
  expect([order().arrivalOn, movedTo()]).toEqual(['2026-12-09', '2026-12-09'])
})

test('ORD-6 an order paid or moved into the area later is held, too; boxes in waves and late ones are not', async () => {
  const { shop, dale, order } = await shopWithBox()
  shop.db.update(orders).set({ deliveryState: 'OR' }).where(eq(orders.id, order().id)).run()
  const [waved, late] = boxesAt(shop)
  changeBox(shop, waved!, {
    state: 'in_wave',
    deliveryState: 'WA',
    shipOn: assertDay('2026-12-02'),
    arrivalOn: assertDay('2026-12-04'),
  })
  changeBox(shop, late!, {
    state: 'paid',
    deliveryState: 'WA',
    shipOn: assertDay('2026-11-18'),
    arrivalOn: assertDay('2026-12-04'),
  })
  const alert = await raiseAlert(dale, shop)
  const heldIds = () => holdsIn(shop).map(({ orderId }) => orderId)
  expect(heldIds()).not.toContain(order().id)
  shop.db.update(orders).set({ deliveryState: 'WA' }).where(eq(orders.id, order().id)).run()
  await keepHolding(shop.services)
  expect(heldIds()).toContain(order().id)
  expect(heldIds()).not.toContain(waved?.id)
  expect(heldIds()).not.toContain(late?.id)
  const row = await (await dale.call('GET', `${WEATHER}/${alert.weather_alert_id}`)).json()
  expect(row.in_waves).toBeGreaterThan(0)
})

test('ORD-6 CHK-6 a box whose new address is outside the area is free again, and one that stays inside is not', async () => {
  const { shop, ana, token, order, hold, dale } = await heldBox()
  const openHold = () => holdsIn(shop).find(({ id, endedAt }) => id === hold.id && endedAt === null)
  const moveTo = async (address: Record<string, string>) => {
    expect(
      (await saveStep(ana, token, { ...address, address_confirmation_bypass: 'use-original' })).error,
    ).toBe(null)
    await keepHolding(shop.services)
    await shop.settleDown()
  }
  await moveTo({ delivery_street_address_1: '1914 Pike Pl' })
  expect(openHold()).toBeDefined()
  const moved = order()
  await moveTo({
    delivery_street_address_1: '1120 SW 5th Ave',
    delivery_city: 'Portland',
    delivery_state: 'OR',
    delivery_postal_code: '97204',
  })
  expect(openHold()).toBeUndefined()
  expect(order()).toMatchObject({ deliveryState: 'OR', arrivalOn: moved.arrivalOn, state: 'paid' })
  const { orders } = await (await dale.call('GET', `${CENTER}/orders?q=${order().identifier}`)).json()
  expect(orders[0]).toMatchObject({ state: 'ready', weather_alert: null })
})
