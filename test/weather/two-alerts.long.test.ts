import { expect, test } from 'vitest'
import { shipDays } from '#db/schema/index.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { keepHolding } from '#src/weather/alert-jobs.ts'
import { mailsTo } from '../support/account.ts'
import { CENTER } from '../support/clerks.ts'
import type { Shopper } from '../support/shopper.ts'
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

const FLOOD = { ...STORM, title: 'Flood', states: [], zip3s: ['981'] }
const ICE = { ...STORM, title: 'Ice storm', from: '2026-12-07', to: '2026-12-09' }

/** Runs the five-minute round `count` times. */
async function rounds(shop: World, count: number) {
  for (let round = 0; round < count; round++) {
    await keepHolding(shop.services)
    await shop.settleDown()
  }
}

const answer = (shopper: Shopper, holdId: number, choice: string) =>
  shopper.call('POST', `/weather-alerts/${holdId}/answer`, { answer: choice })

const toggle = async (shopper: Shopper, holdId: number) =>
  (await shopper.call('POST', `/v1/toggle_ignore_weather_alerts/${holdId}`)).json()

const openHoldOf = (shop: World, id: number) =>
  holdsIn(shop).find(({ orderId, endedAt }) => orderId === id && endedAt === null)

test('ORD-6 a box without a free day that two alerts touch is held once, with one mail', async () => {
  const { shop, dale, order } = await shopWithBox()
  shop.db.update(shipDays).set({ capacity: 0 }).run()
  const { ship_days: days } = await (await dale.call('GET', `${CENTER}/calendar`)).json()
  for (const { ship_on } of days)
    shop.db.insert(shipDays).values({ fcId: 1, shipOn: ship_on, capacity: 0 }).onConflictDoNothing().run()
  await raiseAlert(dale, shop)
  await raiseAlert(dale, shop, FLOOD)
  await rounds(shop, 4)
  expect(holdsIn(shop).filter(({ orderId }) => orderId === order().id)).toHaveLength(1)
  expect(mailsTo(shop, 'ana@example.com').filter(({ subject }) => /weather/i.test(subject))).toHaveLength(1)
})

test('ORD-6 "ship anyway" through two alerts keeps the first day once both were answered', async () => {
  const { shop, dale, order, ana, hold, before } = await heldBox()
  await raiseAlert(dale, shop, FLOOD)
  expect(await toggle(ana, hold.id)).toMatchObject({ message: 'checked' })
  await rounds(shop, 1)
  const second = openHoldOf(shop, order().id)
  expect(second?.id).not.toBe(hold.id)
  expect(await toggle(ana, second!.id)).toMatchObject({ message: 'checked' })
  await rounds(shop, 2)
  expect(order().arrivalOn).toBe(before.arrivalOn)
})

test('ORD-6 a yes to a second delay that comes after the alert releases the box', async () => {
  const { shop, dale, order, ana } = await heldBox()
  const ice = await raiseAlert(dale, shop, ICE)
  await dale.call('POST', `${WEATHER}/${ice.weather_alert_id}/clear`)
  const second = openHoldOf(shop, order().id)
  expect((await answer(ana, second!.id, 'keep')).status).toBe(200)
  await rounds(shop, 1)
  const { orders } = await (await dale.call('GET', `${CENTER}/orders?q=${order().identifier}`)).json()
  expect(orders[0]).toMatchObject({ state: 'ready', weather_alert: null })
})

test('ORD-6 "ship anyway" turned on and off again is no yes to a second delay', async () => {
  const { shop, dale, order, ana } = await heldBox()
  await raiseAlert(dale, shop, ICE)
  const second = openHoldOf(shop, order().id)
  expect(await toggle(ana, second!.id)).toMatchObject({ message: 'checked' })
  shop.pass(1000)
  await toggle(ana, second!.id)
  expect(openHoldOf(shop, order().id)).toMatchObject({ shipAnywayAt: null, answer: null })
  shop.pass((second?.answerBy ?? 0) - shop.clock.now())
  await shop.settleDown()
  expect(order().state).toBe('canceled')
})

test('ORD-6 the mailed link of a hold that another alert took over leads to the present question', async () => {
  const { shop, dale, order, ana, hold } = await heldBox()
  const first = mailedChoices(shop)
  await raiseAlert(dale, shop, ICE)
  const second = openHoldOf(shop, order().id)
  expect(second?.id).not.toBe(hold.id)
  const guest = await shop.shopper()
  for (const [old, choice] of [
    [first.keep, 'keep'],
    [first.cancel, 'cancel'],
  ] as const) {
    const present = (await guest.visit(old)).headers.get('location') ?? ''
    expect(present).toContain(`/weather-alerts/${second?.id}?choice=${choice}`)
    expect(await (await guest.visit(present)).text()).toContain('Ice storm')
  }
  const key = guestKey(shop.config, order().token)
  expect((await guest.visit(`/weather-alerts/${hold.id}?key=${key}`)).headers.get('location')).toBe(
    `/weather-alerts/${second?.id}?key=${key}`,
  )
  const late = await answer(ana, hold.id, 'keep')
  expect([late.status, (await late.json()).message]).toEqual([409, expect.stringContaining('Another alert')])
  expect(openHoldOf(shop, order().id)?.answer).toBeNull()
  await answer(ana, second!.id, 'cancel')
  expect(await (await guest.visit(first.keep)).text()).toContain('This order was canceled')
})
