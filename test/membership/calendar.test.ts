import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { addDays, assertDay, DAY_MS, type Day, weekday } from '#src/day.ts'
import { planNextBox } from '#src/membership/boxes.ts'
import { orderById } from '#src/orders/orders.ts'
import { random } from '#src/tokens.ts'
import { membershipRow } from '../support/membership.ts'
import { world } from '../support/world.ts'

/** Plans the box that follows one delivered on `day`, three days after that delivery. */
async function boxAfter(day: Day) {
  const made = await world()
  const membership = membershipRow(made)
  made.db.update(orders).set({ arrivalOn: day }).where(eq(orders.id, membership.firstOrderId)).run()
  const now = Date.parse(`${day}T20:00:00Z`) + 3 * DAY_MS
  return durably(made.db, (tx) => {
    const box = planNextBox(tx, membership, { random, now })
    if (!box?.orderId) throw new Error('no box was planned')
    const { arrivalOn, chargeAt, lockAt } = orderById(tx, box.orderId)
    return {
      rhythmOn: box.rhythmOn,
      arrivalOn,
      chargeAt,
      lockAt,
      again: planNextBox(tx, membership, { random, now }),
    }
  })
}

test('MEM-4 a box due on Thanksgiving comes on the next open day and keeps its weekday', async () => {
  const { rhythmOn, arrivalOn, again } = await boxAfter(assertDay('2026-10-29'))
  expect(rhythmOn).toBe('2026-11-26')
  expect((arrivalOn ?? '') > '2026-11-26').toBe(true)
  expect(again).toBeNull()
})

test.each(['2027-02-04', '2027-02-18', '2027-10-21'])(
  'MEM-4 the box after %s comes whole weeks later through February and DST changes, and locks at the same hour',
  async (from) => {
    const { rhythmOn, arrivalOn, lockAt } = await boxAfter(assertDay(from))
    expect([rhythmOn, arrivalOn]).toEqual([addDays(assertDay(from), 28), addDays(assertDay(from), 28)])
    expect(weekday(rhythmOn)).toBe(weekday(assertDay(from)))
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric' })
    const before = await boxAfter(addDays(assertDay(from), -28))
    expect(clock.format(lockAt ?? 0)).toBe(clock.format(before.lockAt ?? 0))
  },
)
