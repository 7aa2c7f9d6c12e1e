import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { seedWeather } from '#src/demo/weather.ts'
import { boxesAt, centerShop } from '../support/clerks.ts'
import { holdsIn, WEATHER } from '../support/weather.ts'

test('ORD-6 GND-30 the demo has a storm over Boise that holds a few of its boxes', async () => {
  const { shop, dale } = await centerShop()
  await durably(shop.db, (tx) => seedWeather(tx, shop.clock.now()))
  const [alert] = (await (await dale.call('GET', WEATHER)).json()).weather_alerts
  expect(alert).toMatchObject({ title: 'Winter storm', zip3s: ['837'] })
  const held = holdsIn(shop).map(({ orderId }) => boxesAt(shop).find(({ id }) => id === orderId))
  expect(held.length).toBeGreaterThan(0)
  expect(held.length).toBeLessThan(8)
  expect(new Set(held.map((box) => box?.deliveryCity))).toEqual(new Set(['Boise']))
  expect(boxesAt(shop)).toHaveLength(120)
})
