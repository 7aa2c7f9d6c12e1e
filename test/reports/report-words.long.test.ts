import { expect, test } from 'vitest'
import { closeDatabase, openDatabase, serialize } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { grantRole } from '#src/accounts/role-grants.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { seedReference } from '#src/demo/index.ts'
import { paths } from '#src/paths.ts'
import { REPORTS } from '#src/reports/index.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { rangeOf } from '#src/reports/range.ts'
import { funnel, sales } from '#src/reports/sales-reports.ts'
import { signedIn } from '../support/account.ts'
import { NOW } from '../support/now.ts'
import { paidOrder } from '../support/refunding.ts'
import { world } from '../support/world.ts'

const OWNER = 'owner@juniper-meats.com'
const TODAY = dayIn(SHOP_ZONE, NOW)
const LATELY = rangeOf({}, TODAY) ?? expect.fail('a range')

async function emptyShop() {
  const db = openDatabase(':memory:')
  migrateDatabase(db)
  await seedReference(db)
  const bytes = serialize(db)
  closeDatabase(db)
  const shop = await world({ from: bytes })
  await grantRole(shop.services, { email: OWNER, role: 'staff', subject: undefined })
  return { shop, owner: await signedIn(shop, OWNER) }
}

test('ANA-5 STF-10 reports and lists of an empty shop say that nothing happened, and lead nowhere', async () => {
  const { shop, owner } = await emptyShop()
  for (const { id, read } of REPORTS)
    expect({ id, sentence: read(shop.db, LATELY, NOW).sentence }).toEqual({
      id,
      sentence: expect.not.stringMatching(/\b0 (of 0|box|pack)|\(none/),
    })
  const page = async (path: string) => (await owner.visit(path)).text()
  expect(await page(paths.staffReports({ report: 'retention' }))).not.toContain('Choose other days')
  expect(await page(paths.staffReports({ report: 'farms' }))).toContain('Choose other days')
  const orders = await page(paths.staffOrders())
  expect([orders.includes('No orders yet'), orders.includes('See all orders')]).toEqual([true, false])
  expect(await page(paths.staffOrders({ state: 'paid' }))).toContain('See all orders')
})

test('ANA-5 orders that were placed and orders that still stand have columns of different names', async () => {
  const { shop } = await paidOrder()
  await keepSums(shop.services)
  const [stand, placed] = [sales, funnel].map((report) => report.read(shop.db, LATELY, NOW))
  expect(placed?.total?.orders).toBe(Number(stand?.total?.orders) + Number(stand?.total?.canceled))
  const labelOf = (data: typeof placed) => data?.columns.find(({ key }) => key === 'orders')?.label
  expect([labelOf(stand), labelOf(placed)]).toEqual(['Orders', 'Orders placed'])
})
