import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrders } from '#src/demo/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { boxesAt } from '../support/clerks.ts'
import { world } from '../support/world.ts'

test('GND-30 more orders can be seeded over the next ship days, and the books still agree', async () => {
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
