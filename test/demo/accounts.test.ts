import { afterEach, expect, test, vi } from 'vitest'
import { roles, users } from '#db/schema/index.ts'
import { openShop } from '#src/commands/open-shop.ts'
import { printWelcome } from '#src/dev/welcome.ts'
import { createLog } from '#src/log.ts'
import { testConfig, world } from '../support/world.ts'

/** Fixed by the demo's spec: its users know these emails. */
const DEMO = [
  'shopper@example.com',
  'other@example.com',
  'member@example.com',
  'fulfillment@example.com',
  'fulfillment2@example.com',
  'vendor@example.com',
  'vendor2@example.com',
  'staff@example.com',
]

afterEach(() => void vi.restoreAllMocks())

test('GND-33 the demo shop has an account for every role', async () => {
  const { db } = await world()
  expect(
    db
      .select()
      .from(users)
      .all()
      .map((user) => user.email),
  ).toEqual(expect.arrayContaining(DEMO))
  expect(
    db
      .select()
      .from(roles)
      .all()
      .map(({ role }) => role)
      .sort(),
  ).toEqual(['fulfillment', 'fulfillment', 'staff', 'vendor', 'vendor'])
})

test('GND-33 a live shop starts without accounts or roles', async () => {
  const db = await openShop({ ...testConfig, demo: false, databasePath: ':memory:' })
  expect(db.select().from(users).all()).toEqual([])
  expect(db.select().from(roles).all()).toEqual([])
})

test('GND-33 startup prints the demo accounts in a demo and none of them in a live shop', () => {
  const printed = (demo: boolean) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    printWelcome({ ...testConfig, demo }, createLog('silent'))
    const text = write.mock.calls.map(([chunk]) => String(chunk)).join('')
    write.mockRestore()
    return text
  }
  const demo = printed(true)
  for (const email of DEMO) expect(demo).toContain(email)
  expect(demo).toContain('demo-pasture-2026')
  const live = printed(false)
  expect(live).toContain('http://localhost:3000')
  expect(live).not.toMatch(/example\.com|pasture|outbox/)
})
