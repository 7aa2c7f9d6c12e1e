import { expect, test } from 'vitest'
import { closeDatabase, openDatabase, serialize } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { grantRole } from '#src/accounts/role-grants.ts'
import { seedReference } from '#src/demo/index.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { world } from '../support/world.ts'

const OWNER = 'owner@juniper-meats.com'

async function liveShop(): Promise<Buffer> {
  const db = openDatabase(':memory:')
  migrateDatabase(db)
  await seedReference(db)
  const bytes = serialize(db)
  closeDatabase(db)
  return bytes
}

test('STF-5 FRM-2 a shop without farms or offers tells staff how to add them, not to search for less', async () => {
  const shop = await world({ from: await liveShop() })
  await grantRole(shop.services, { email: OWNER, role: 'staff', subject: undefined })
  const owner = await signedIn(shop, OWNER)
  const page = async (path: string) => (await owner.visit(path)).text()
  expect(await page('/staff/catalog?sort=-price')).toContain('Nothing to sell yet')
  expect(await page('/staff/catalog?q=ribeye')).toContain('No offers match')
  expect(await page('/staff/catalog')).toContain('Add your first farm')
  expect(await page('/staff/statements')).toContain('No farms yet')
  expect(await page('/staff/statements?state=to_pay')).toContain('No farms match')
})

test('STF-5 a catalog of farms that sell nothing yet leads to them, not to a first farm', async () => {
  const shop = await world({ from: await liveShop() })
  await grantRole(shop.services, { email: OWNER, role: 'staff', subject: undefined })
  const owner = await signedIn(shop, OWNER)
  const farm = {
    name: 'Juniper Ridge',
    postal_code: '83843',
    region: 'Palouse',
    story: 'Two sisters raise cattle.',
  }
  await expectOk(owner.call('POST', '/staff/catalog/farms', farm))
  const page = await (await owner.visit('/staff/catalog')).text()
  expect(page).toContain('Open a farm to add a product')
  expect(page).not.toContain('Add your first farm')
})

test('FUL-7 a clerk of a shop without offers or orders isn’t told to search for less', async () => {
  const shop = await world({ from: await liveShop() })
  await grantRole(shop.services, { email: OWNER, role: 'fulfillment', subject: 'truckee-meadows' })
  const clerk = await signedIn(shop, OWNER)
  const page = async (path: string) => (await clerk.visit(path)).text()
  expect(await page('/fulfillment/truckee-meadows/inventory')).toContain('No offers yet')
  expect(await page('/fulfillment/truckee-meadows/inventory?q=ribeye')).toContain('No offers match')
  expect(await page('/fulfillment/truckee-meadows/orders?sort=name')).toContain('No orders yet')
  for (const filter of ['q=ana', 'state=ready', 'in_wave=no', 'held=yes', 'ship_on=2026-11-30'])
    expect(await page(`/fulfillment/truckee-meadows/orders?${filter}`)).toContain('No orders match')
})
