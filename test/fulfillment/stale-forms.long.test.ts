import { expect, test } from 'vitest'
import { packagingChanges } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { wordsOf } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import { WAVE, waveShop } from '../support/waves.ts'

const versionIn = async (clerk: Shopper, page: string, action: string) =>
  new RegExp(`action="${action}".*?name="version" value="([^"]+)"`, 's').exec(
    await (await clerk.visit(page)).text(),
  )?.[1] ?? ''

test('FUL-9 a box that a colleague packed otherwise meanwhile stays so, and sending twice is recorded once', async () => {
  const { shop, dale, boxes } = await waveShop()
  const page = `${WAVE}/boxes/${boxes[0]?.token}`
  const other = await signedIn(shop, DALE)
  const [version, seen] = [
    await versionIn(dale, page, `${page}/packaging`),
    await versionIn(other, page, `${page}/packaging`),
  ]
  const mine = { box_size: 'L', dry_ice_pounds: '7.5', reason: 'Out of M', version }
  for (let press = 0; press < 2; press++)
    expect((await dale.submit('POST', `${page}/packaging`, mine)).status).toBe(303)
  expect(shop.db.select().from(packagingChanges).all()).toHaveLength(1)

  const theirs = { box_size: 'XL', dry_ice_pounds: '12', reason: 'Hot day', version: seen }
  const stale = await other.submit('POST', `${page}/packaging`, theirs)
  expect(stale.status).toBe(409)
  const words = await stale.clone().text()
  expect(await wordsOf(stale)).toContain(
    'A colleague changed this box’s packaging after you opened this page. Nothing was saved. Saving yours again replaces your colleague’s.',
  )
  expect(words).toContain('Size L')
  expect(words).toMatch(/value="XL" selected/)
  const again = /name="version" value="([^"]+)"/.exec(words)?.[1] ?? ''
  expect((await other.submit('POST', `${page}/packaging`, { ...theirs, version: again })).status).toBe(303)
  expect(shop.db.select().from(packagingChanges).all()).toHaveLength(2)
})

test('FUL-7 a shelf that a colleague changed meanwhile stays, and the page shows both', async () => {
  const { shop, dale } = await waveShop()
  const page = `${CENTER}/inventory/${offerToken(shop.db, 'demo-fifty')}`
  const other = await signedIn(shop, DALE)
  const [version, seen] = [
    await versionIn(dale, page, `${page}/shelf`),
    await versionIn(other, page, `${page}/shelf`),
  ]
  for (let press = 0; press < 2; press++)
    expect((await dale.submit('POST', `${page}/shelf`, { shelf: 'b-14', version })).status).toBe(303)
  const stale = await other.submit('POST', `${page}/shelf`, { shelf: 'C-2', version: seen })
  const html = await stale.text()
  expect(stale.status).toBe(409)
  expect(html).toContain(
    'A colleague changed the shelf after you opened this page. Nothing was saved. It’s B-14 now; saving yours again replaces it.',
  )
  expect(html).toContain('value="C-2"')
  const again =
    new RegExp(`action="${page}/shelf".*?name="version" value="([^"]+)"`, 's').exec(html)?.[1] ?? ''
  expect((await other.submit('POST', `${page}/shelf`, { shelf: 'C-2', version: again })).status).toBe(303)
})
