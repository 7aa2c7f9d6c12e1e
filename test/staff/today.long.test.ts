import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { signedIn } from '../support/account.ts'
import { closeMonths, payAll } from '../support/farm-money.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { world } from '../support/world.ts'

test('STF-1 the overview counts low stock and expiring lots, and links to their list', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const counts = async () => {
    const { low_stock, expiring_lots } = await (await ruth.call('GET', '/staff')).json()
    return [low_stock, expiring_lots]
  }
  const [low = 0] = await counts()
  shop.db.run(sql`update stock set on_hand = 40`)
  shop.db.run(sql`update stock set on_hand = 2 where rowid = (select min(stock.rowid) from stock join offers on offers.id = offer_id
    join varieties on varieties.id = variety_id where hidden = 0 and paused_at is null)`)
  shop.db.run(sql`update lots set best_by = '2027-06-01'`)
  shop.db.run(
    sql`update lots set best_by = '2026-11-25' where id = (select min(id) from lots where units_left > 0 and state = 'open')`,
  )
  expect(low).toBeGreaterThanOrEqual(0)
  expect(await counts()).toEqual([1, 1])
  const list = await (await ruth.call('GET', '/staff/stock')).json()
  expect(list).toMatchObject({
    low_stock: [{ on_hand: 2 }],
    expiring_lots: [{ best_by: '2026-11-25' }],
    total: 2,
  })
  const stockPage = await (await ruth.visit('/staff/stock')).text()
  const items = [...stockPage.matchAll(/href="(\/staff\/catalog\/offers\/[\w-]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(items).toHaveLength(2)
  for (const path of items) expect((await ruth.visit(path)).status).toBe(200)
  const today = await (await ruth.visit('/staff')).text()
  for (const path of ['/staff/stock#low', '/staff/stock#expiring']) expect(today).toContain(`href="${path}"`)
  for (const path of ['/staff', '/staff/stock']) {
    const { results } = await validator.validateString(await (await ruth.visit(path)).text())
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
})

test('STF-1 closed statements count until they are paid', async () => {
  const shop = await world()
  const toPay = async () => {
    const ruth = await signedIn(shop, RUTH)
    const today = await (await ruth.visit('/staff')).text()
    expect(today).toContain('href="/staff/statements"')
    return (await (await ruth.call('GET', '/staff')).json()).statements_to_pay
  }
  const before = await toPay()
  shop.pass(45 * DAY_MS)
  expect(await closeMonths(shop)).toEqual([])
  expect(await toPay()).toBeGreaterThan(before)
  await payAll(shop)
  expect(await toPay()).toBe(0)
})
