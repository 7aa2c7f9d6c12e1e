import { expect, test } from 'vitest'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { inDays, offerIdOf, unitsOnHand } from '../support/lots.ts'

test('FUL-12 a count from a page opened before another count changes nothing, and shows what came meanwhile', async () => {
  const { shop, dale } = await centerShop()
  const token = offerToken(shop.db, 'demo-fifty')
  const announced = { bid_item_token: token, quantity: 20, expected_on: inDays(shop, 1) }
  const { delivery_id } = await (await dale.call('POST', `${CENTER}/receiving`, announced)).json()
  const path = `${CENTER}/receiving/${delivery_id}`
  const seen = async () =>
    /name="count" value="([^"]*)"/.exec(await (await dale.visit(path)).text())?.[1] ?? ''
  const first = await seen()
  const checkIn = (count: string, quantity: number, reason: string) => {
    const typed = { bid_item_token: token, quantity, lot: 'L-101', best_by: inDays(shop, 200), reason }
    const lines = Object.entries(typed).map(([name, value]) => [`lines[0][${name}]`, String(value)])
    return dale.submit('POST', `${path}/check_in`, { count, ...Object.fromEntries(lines) })
  }
  expect((await checkIn(first, 10, 'The rest comes later')).status).toBe(303)
  expect((await checkIn(first, 10, 'The rest comes later')).status).toBe(303)
  const stale = await checkIn(first, 18, 'Damaged')
  const page = await stale.text()
  expect(stale.status).toBe(409)
  expect(page).toMatch(/10 packs of [^<]+ were checked in since you opened this page\. Nothing was changed\./)
  expect(page).toContain('value="18"')
  expect(page).toContain('10 expected')
  expect(unitsOnHand(shop, offerIdOf(shop, token))).toBe(60)
  const [again] = /(?<=name="count" value=")[^"]*/.exec(page) ?? []
  expect((await checkIn(again ?? '', 8, 'Damaged')).status).toBe(303)
  expect(unitsOnHand(shop, offerIdOf(shop, token))).toBe(68)
  expect(ledgerProblems(shop.db)).toEqual([])
})
