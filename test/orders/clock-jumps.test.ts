import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { assertClockNotBehind } from '#src/commands/clock-check.ts'
import { clampHolds } from '#src/orders/clamp-holds.ts'
import { availableUnits } from '#src/stock/stock.ts'
import { runIfDue } from '#src/work/scheduler.ts'
import { orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('REL-6 a box prepared while the clock was two hours ahead is not held for two hours', async () => {
  const { db, clock, services, shopper, jumpClock, pass } = await world()
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  jumpClock(2 * HOUR)
  await prepareToPay(ana, token)
  jumpClock(-2 * HOUR)
  const { id } = orderOf(db, token)
  const held = () =>
    availableUnits(db, lineOf(id), 1, clock.now(), id) - availableUnits(db, lineOf(id), 1, clock.now())
  const lineOf = (orderId: number) =>
    db.query.orderLines.findFirst({ where: (line, { eq }) => eq(line.orderId, orderId) }).sync()!.offerId
  await clampHolds(services)
  expect(orderOf(db, token).holdExpiresAt).toBe(clock.now() + 10 * MINUTE)
  expect(held()).toBe(1)
  pass(10 * MINUTE)
  expect(held()).toBe(0)
})

test('REL-6 a hold of normal length stays', async () => {
  const { db, services, shopper, pass } = await world()
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  await prepareToPay(ana, token)
  const before = orderOf(db, token).holdExpiresAt
  pass(MINUTE)
  await clampHolds(services)
  expect(orderOf(db, token).holdExpiresAt).toBe(before)
})

test('REL-6 a shop does not start if its clock is behind its newest row', async () => {
  const { db, config, services } = await world()
  const { wallClock } = services
  await runIfDue(services, { name: 'any', pattern: '* * * * *', run: () => undefined })
  const now = wallClock.now()
  expect(() => assertClockNotBehind(db, config, now - 30_000)).not.toThrow()
  expect(() => assertClockNotBehind(db, config, now - 2 * HOUR)).toThrow(
    /clock says .* but the newest row .* --accept-clock/,
  )
})

test('REL-6 in a live shop orders count, too, while a demo may set its time back', async () => {
  const { db, config, services, shopper } = await world()
  const ana = await shopper()
  await readyToPay(ana, db)
  const now = services.wallClock.now()
  await durably(
    db,
    (tx) =>
      void tx
        .update(orders)
        .set({ createdAt: now + HOUR })
        .run(),
  )
  expect(() => assertClockNotBehind(db, config, now)).not.toThrow()
  expect(() => assertClockNotBehind(db, { demo: false }, now)).toThrow(/newest row/)
})
