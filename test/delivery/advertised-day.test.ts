import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryBlocks, postalZones, shippingRates } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { fillCart, SEATTLE } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const PAGES = ['/', '/shop/beef', '/products/demo-fifty', '/cart']

async function shopperIn(postal_code: string, prepare: (made: World) => void = () => {}) {
  const made = await world()
  prepare(made)
  const ana = await made.shopper()
  const answer = await ana.call('POST', '/v1/update_postal_code', { postal_code })
  const { message } = (await answer.json()) as { message: string }
  return { ...made, ana, message }
}

/** The page's text without tags. */
const textOf = async (who: Shopper, path: string) =>
  (await (await who.visit(path)).text()).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

const drawerOf = async (who: Shopper) => {
  const answer = await who.send('/mini-cart', { headers: { accept: 'text/vnd.turbo-stream.html' } })
  return (await answer.text()).replace(/<[^>]+>/g, '')
}

const TERMS = ' (expedited +$12.00), from Nov 25 at no extra'

test('CAL-3 CAP-3 every page advertises the first day on the calendar, with its surcharge', async () => {
  const { ana, db, message } = await shopperIn('98101')
  expect(message).toBe(`Delivering to 98101, as early as Tuesday, November 24${TERMS}.`)
  const token = await fillCart(ana, db)
  for (const path of PAGES) expect(await textOf(ana, path), path).toContain(`as early as Tue, Nov 24${TERMS}`)

  await ana.call('POST', '/v1/stripe_update_address', { order_token: token, ...SEATTLE })
  const { dates } = (await (await ana.call('GET', `/checkout/${token}/dates`)).json()) as {
    dates: { date: string; ok: boolean; expedited: boolean; shipping_cents: number }[]
  }
  const [first, ...later] = dates.filter(({ ok }) => ok)
  expect(first).toMatchObject({ date: '2026-11-24', expedited: true, shipping_cents: 1_995 + 1_200 })
  expect(later.find(({ expedited }) => !expedited)).toMatchObject({
    date: '2026-11-25',
    shipping_cents: 1_995,
  })
})

test('CAL-3 the surcharge comes from the rates table', async () => {
  const { message } = await shopperIn('98101', ({ db }) =>
    db.update(shippingRates).set({ expeditedExtraCents: 1_750 }).run(),
  )
  expect(message).toContain('(expedited +$17.50)')
})

test('CAL-3 if the first day has no surcharge, none is mentioned', async () => {
  const { ana, message } = await shopperIn('98101', ({ db }) =>
    db.update(postalZones).set({ transitDays: 1 }).where(eq(postalZones.prefix, '981')).run(),
  )
  expect(message).toBe('Delivering to 98101, as early as Tuesday, November 24.')
  expect(await textOf(ana, '/products/demo-fifty')).toContain('as early as Tue, Nov 24 in 98101.')
})

test('CAL-3 no expedited day is advertised if all standard days are blocked', async () => {
  const { message } = await shopperIn('98101', ({ db }) =>
    db
      .insert(deliveryBlocks)
      .values({
        zipPrefix: '981',
        startsOn: assertDay('2026-11-01'),
        endsOn: null,
        reason: 'weather',
        sentence: 'Snow.',
      })
      .run(),
  )
  expect(message).toBe("We saved 98101, but we can't deliver there right now. Snow.")
})

test('CAP-3 CRT-6 delivery cost is shown before checkout, with and without a ZIP code', async () => {
  const made = await world()
  const ana = await made.shopper()
  await fillCart(ana, made.db)
  expect(await textOf(ana, '/products/demo-fifty')).toContain('Delivery from $14.95, free from $149.00.')
  for (const path of ['/cart', '/mini-cart']) {
    const text = path === '/cart' ? await textOf(ana, path) : await drawerOf(ana)
    expect(text, path).toContain('DeliveryFrom $14.95')
  }
  await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  expect(await textOf(ana, '/products/demo-fifty')).toContain('Delivery $19.95, free from $149.00.')
  expect(await drawerOf(ana)).toContain('Delivery$19.95')
})
