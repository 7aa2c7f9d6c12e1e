import { expect, test } from 'vitest'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { rangeOf } from '#src/reports/range.ts'
import { funnel, sales } from '#src/reports/sales-reports.ts'
import { NOW } from '../support/now.ts'
import { paidOrder } from '../support/refunding.ts'

const TODAY = dayIn(SHOP_ZONE, NOW)
const LATELY = rangeOf({}, TODAY) ?? expect.fail('a range')

test('ANA-5 orders that were placed and orders that still stand have columns of different names', async () => {
  const { shop } = await paidOrder()
  await keepSums(shop.services)
  const [stand, placed] = [sales, funnel].map((report) => report.read(shop.db, LATELY, NOW))
  expect(placed?.total?.orders).toBe(Number(stand?.total?.orders) + Number(stand?.total?.canceled))
  const labelOf = (data: typeof placed) => data?.columns.find(({ key }) => key === 'orders')?.label
  expect([labelOf(stand), labelOf(placed)]).toEqual(['Orders', 'Orders placed'])
})
