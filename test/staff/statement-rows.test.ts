import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { farmEntries } from '#db/schema/index.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { addFarmEntry } from '#src/farm-money/post-order.ts'
import { signedIn } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const centsOf = (text: string) => Number(text.replace('−', '-').replace(/[$,]/g, '')) * 100

/** The figures of each farm by the titles of their columns. */
function rowsOf(html: string): Record<string, number>[] {
  const table = /aria-label="Statements".*?<\/table>/s.exec(html)?.[0] ?? ''
  return [...table.matchAll(/<tr>.*?<\/tr>/gs)]
    .slice(1)
    .map(([row]) =>
      Object.fromEntries(
        [...row.matchAll(/data-label="([^"]*)">([−$\d.,]+)</g)].map(([, title = '', text = '']) => [
          title,
          Math.round(centsOf(text)),
        ]),
      ),
    )
}

test('FRM-2 each row of the farms’ statements adds up, with what the shop gave away and what is carried over', async () => {
  const shop = await world()
  await postOrders(shop.services)
  const ruth = await signedIn(shop, RUTH)
  const pageOf = async (month: string) =>
    rowsOf(await (await ruth.visit(`/staff/statements?month=${month}`)).text())
  const check = (rows: Record<string, number>[]) => {
    for (const {
      Sold,
      'Taken off': off,
      'Given away': given,
      'Carried over': carried,
      Commission,
      Owed,
    } of rows)
      expect((Sold ?? 0) + (off ?? 0) + (given ?? 0) + (carried ?? 0) - (Commission ?? 0)).toBe(Owed)
    return rows
  }
  const november = check(await pageOf('2026-11'))
  expect(november.some((row) => row['Given away'])).toBe(true)
  expect(november.some((row) => 'Carried over' in row)).toBe(false)
  const { orderId, farmId } = shop.db.select().from(farmEntries).get() ?? { orderId: 0, farmId: 0 }
  const claim = {
    orderId,
    kind: 'claim',
    units: 0,
    grams: 0,
    goodsCents: 0,
    soldCents: -9_999_900,
    feeCents: 0,
  } as const
  await durably(shop.db, (tx) => addFarmEntry(tx, farmId, claim, shop.clock.now()))
  check(await pageOf('2026-11'))
  const december = check(await pageOf('2026-12'))
  expect(december.filter((row) => (row['Carried over'] ?? 0) < 0)).toHaveLength(1)
})
