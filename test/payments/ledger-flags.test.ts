import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffFlags, stock } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { checkLedgers } from '#src/payments/ledger-check.ts'
import { openFlags } from '../support/staff.ts'
import { world } from '../support/world.ts'

test('STF-1 a difference that is still there after its flag was resolved is a new flag', async () => {
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
