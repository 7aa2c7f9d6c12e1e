import { eq, like } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase } from '#db/client.ts'
import { jobs, orders, outboxMessages, shipmentNotices, textMessages } from '#db/schema/index.ts'
import { createApp } from '#src/app.tsx'
import { unbuiltAssets } from '#src/assets.ts'
import { setShopTime } from '#src/clock.ts'
import { startParcels } from '#src/commands/clock-parcels.ts'
import { openShop } from '#src/commands/open-shop.ts'
import { createServices } from '#src/compose.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { createCable } from '#src/live/cable.ts'
import { createLog } from '#src/log.ts'
import { advanceClock } from '#src/work/advance-clock.ts'
import { JOBS } from '#src/work/jobs.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { DALE } from '../support/clerks.ts'
import { NOW } from '../support/now.ts'
import { shopInFolder } from '../support/shop-file.ts'
import { createShopper } from '../support/shopper.ts'
import { WAVE } from '../support/waves.ts'

/** What `npm start` seeds and `npm run clock` moves, with the carrier on its own port. */
async function demoShop() {
  const config = shopInFolder({ demo: true, startsAt: NOW, databasePath: ':memory:' })
  const db = await openShop(config)
  const parcels = await startParcels(config, db)
  const log = createLog('silent')
  const services = createServices(config, {
    db,
    log,
    assets: unbuiltAssets,
    apiBase: 'http://127.0.0.1:1',
    carrierBase: parcels.apiBase,
  })
  await setShopTime(db, NOW, services.wallClock.now())
  parcels.open(services)
  const cable = createCable(services)
  const app = createApp(services, undefined, cable)
  onTestFinished(async () => {
    await cable.stop()
    await parcels.stop()
    closeDatabase(db)
  })
  const advance = (milliseconds: number) => advanceClock(services, milliseconds, JOBS, parcels.outside)
  const shopper = (cookies?: Record<string, string>) => createShopper(app, app, cookies)
  return { db, config, services, clock: services.clock, advance, shopper }
}

type DemoShop = Awaited<ReturnType<typeof demoShop>>

const noticesOf = ({ db }: DemoShop, orderId: number) =>
  db
    .select({ word: shipmentNotices.word, at: shipmentNotices.at })
    .from(shipmentNotices)
    .where(eq(shipmentNotices.orderId, orderId))
    .orderBy(shipmentNotices.id)
    .all()

const mailsAbout = ({ db }: DemoShop, token: string) =>
  db
    .select({ subject: outboxMessages.subject })
    .from(outboxMessages)
    .where(like(outboxMessages.text, `%/${token}/tracking-info%`))
    .orderBy(outboxMessages.id)
    .all()
    .flatMap(({ subject }) => subject || [])

const shippedNow = ({ db }: DemoShop) =>
  db
    .select({ id: orders.id, token: orders.token })
    .from(orders)
    .where(eq(orders.state, 'shipped'))
    .orderBy(orders.id)
    .all()

/** Ships the box in the demo's wave that its shopper ordered. */
async function shipOwnBox(shop: DemoShop): Promise<string> {
  const { id: userId } = userOf(shop, ANA)
  const own = shop.db.select({ token: orders.token }).from(orders).where(eq(orders.userId, userId)).all()
  const dale = await signedIn(shop, DALE)
  await dale.visit(WAVE)
  const wave = await (await dale.call('GET', WAVE)).json()
  const inWave = new Set(wave.orders.map(({ order_token }: { order_token: string }) => order_token))
  const token = own.find((order) => inWave.has(order.token))?.token ?? ''
  expect((await dale.call('POST', `${WAVE}/labels`, { order_tokens: [token] })).status).toBe(200)
  await shop.advance(0)
  expect((await dale.call('POST', `${WAVE}/shipped`, { order_tokens: [token] })).status).toBe(200)
  return token
}

const STEPS = ['shipped', 'out_for_delivery', 'delivered']

test('TRK-4 OPS-6 the clock moves the demo’s parcels to their doors, stopping at each step', async () => {
  const shop = await demoShop()
  await shop.advance(0)
  const began = shippedNow(shop)
  expect(began).toHaveLength(4)
  for (const { token } of began) expect(mailsAbout(shop, token)).toEqual([])

  const own = await shipOwnBox(shop)
  const sent = shippedNow(shop)
  expect(sent).toHaveLength(5)
  await shop.advance(16 * DAY_MS)
  expect(shippedNow(shop)).toEqual([])
  for (const { id, token } of sent) {
    const notices = noticesOf(shop, id)
    expect(notices.map(({ word }) => word)).toEqual(STEPS)
    const [, out, delivered] = notices.map(({ at }) => at)
    // The clock keeps running while it stops for the other parcels.
    expect((delivered ?? 0) - (out ?? 0)).toBeGreaterThan(3.9 * HOUR_MS)
    const subjects = [/on its way/, /out for delivery/, /at your door/].slice(token === own ? 0 : 1)
    expect(mailsAbout(shop, token)).toEqual(subjects.map((subject) => expect.stringMatching(subject)))
  }
  const texts = shop.db.select().from(textMessages).where(eq(textMessages.kind, 'shipment')).all()
  expect(texts.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'sent'))
  expect(shop.db.select().from(jobs).where(eq(jobs.state, 'failed')).all()).toEqual([])
})
