import { isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, stockMovements } from '#db/schema/index.ts'
import { addOrders } from '#src/demo/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { boxesAt } from '../support/clerks.ts'
import { world } from '../support/world.ts'

test('GND-30 more orders can be seeded over the next ship days, and the ledgers still balance', async () => {
  const shop = await world()
  const before = boxesAt(shop).length
  const units = () => shop.db.get<{ units: number }>(sql`select sum(on_hand) as units from stock`).units
  const onHand = units()
  shop.db.run(sql`update fulfillment_centers set daily_capacity = 2`)
  await addOrders(shop.db, 60, shop.clock.now())
  const boxes = boxesAt(shop)
  expect(boxes).toHaveLength(before + 60)
  expect(new Set(boxes.map(({ shipOn }) => shipOn)).size).toBeGreaterThan(10)
  expect(boxes.slice(before).every(({ state }) => state === 'paid')).toBe(true)
  expect(units()).toBe(onHand)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('GND-30 every box of the demo arrives after its ship day', async () => {
  const { db } = await world()
  const placed = db.select().from(orders).where(isNotNull(orders.placedAt)).all()
  const wrong = placed.filter(({ shipOn, arrivalOn }) => shipOn && arrivalOn && shipOn >= arrivalOn)
  expect(wrong.map(({ identifier, shipOn, arrivalOn }) => [identifier, shipOn, arrivalOn])).toEqual([])
})

test('GND-30 the movements of the demo’s stock are numbered by their time, as ledgers list them', async () => {
  const { db } = await world()
  const times = db.select({ at: stockMovements.at }).from(stockMovements).orderBy(stockMovements.id).all()
  expect(times.length).toBeGreaterThan(1_000)
  expect(times.filter(({ at }, nth) => at < (times[nth - 1]?.at ?? 0))).toEqual([])
})
