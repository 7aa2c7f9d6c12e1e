import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farms, offers } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { changesOf, csv, importText, NO_CHANGES } from '../catalog/import/import-folder.ts'
import { world } from '../support/world.ts'

test('GND-32 one file imports ten thousand offers, and the ledger balances', async () => {
  const { db } = await world()
  const outcome = await importText(db, 'big.csv', tenThousand(0))
  expect(changesOf(outcome)).toEqual({
    farms: [40, 0],
    varieties: [2500, 0],
    offers: [10_000, 0],
    counts: 20_000,
    pictures: 0,
  })
  expect(db.select().from(farms).where(eq(farms.region, 'Blue Ridge')).all()).toHaveLength(40)
  const tokens = db.select({ token: offers.token }).from(offers).all()
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(tokens.length)
  expect(ledgerProblems(db)).toEqual([])
  expect(changesOf(await importText(db, 'big.csv', tenThousand(0)))).toEqual(NO_CHANGES)
  expect(changesOf(await importText(db, 'big.csv', tenThousand(1))).offers).toEqual([0, 10_000])
}, 120_000)

function tenThousand(dearer: number): string {
  const header =
    'variety_slug,label,serves,weight_grams,price,stock_1,stock_2,variety_name,animal,cut,summary,story,raised,' +
    'farm_slug,farm_name,town,state,region,latitude,longitude,farm_story'
  const row = (at: number) => {
    const one = Math.floor(at / 4)
    const farm = one % 40
    return (
      `big-${one},${(at % 4) + 1} lb,2,${454 * ((at % 4) + 1)},${20 + (at % 4) + dearer}.50,${1 + (at % 90)},7,` +
      `Big steak ${one},beef,ribeye,"Short, and good",A story.,On grass.,` +
      `big-farm-${farm},Big farm ${farm},Floyd,VA,Blue Ridge,36.9,-80.3,"Some ""words""\nabout it."`
    )
  }
  return csv(header, ...Array.from({ length: 10_000 }, (_, at) => row(at)))
}
