import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffFlags, stock } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { checkLedgers } from '#src/payments/ledger-check.ts'
import { openFlags } from '../support/staff.ts'
import { world } from '../support/world.ts'

test('STF-1 a discrepancy that remains after its flag was resolved gets a new flag', async () => {
  const shop = await world()
  const { db, clock, services } = shop
  const checkNextNight = async () => {
    shop.pass(DAY_MS)
    await checkLedgers(services)
    return openFlags(shop, 'ledger')
  }
  db.update(stock)
    .set({ onHand: sql`${stock.onHand} + 1` })
    .where(eq(stock.offerId, 1))
    .run()
  const first = await checkNextNight()
  expect(first).not.toEqual([])
  expect(await checkNextNight()).toEqual(first)

  db.update(staffFlags).set({ resolution: 'Counted.', resolvedAt: clock.now() }).run()
  const second = await checkNextNight()
  expect(second.map(({ detail }) => detail)).toEqual(first.map(({ detail }) => detail))
  expect(second[0]?.id).not.toBe(first[0]?.id)
  expect(await checkNextNight()).toEqual(second)
})

test('STF-1 of thousands of discrepancies a hundred are flagged, with one flag for the rest', async () => {
  const shop = await world()
  shop.db.run(sql`update stock set on_hand = on_hand + 1`)
  const rows = shop.db.get<{ rows: number }>(sql`select count(*) as rows from stock`)?.rows ?? 0
  expect(rows).toBeGreaterThan(150)
  for (const _night of [1, 2]) {
    await checkLedgers(shop.services)
    const flags = openFlags(shop, 'ledger')
    expect(flags).toHaveLength(101)
    expect(flags.map(({ detail }) => detail)).toContain(`There are ${rows - 100} more like these.`)
    shop.pass(DAY_MS)
  }
})
