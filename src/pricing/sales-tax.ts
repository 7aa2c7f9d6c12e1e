import { asc, notInArray } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { salesTaxRates } from '#db/schema/index.ts'
import { keptSettings, madeOf } from '../shop-settings/kept.ts'

export type StateTax = { groceryRatePpm: number; taxesShipping: boolean }
export type TaxRow = StateTax & { state: string; source: string }

export const NO_TAX: StateTax = { groceryRatePpm: 0, taxesShipping: false }

export const currentTax = (db: Db, state: string): StateTax => taxByState(db).get(state) ?? NO_TAX

/** A state that is missing has no sales tax on groceries. */
export const allTaxRows = (db: Db): TaxRow[] => allRows(db).all()

/** Kept like the settings, with which staff save it. */
const taxByState = (db: Db): ReadonlyMap<string, StateTax> =>
  madeOf(keptSettings(db), 'salesTax', () => new Map(allTaxRows(db).map((row) => [row.state, row])))

/** All there are from now on. */
export function writeTaxRows(tx: Tx, rows: TaxRow[]) {
  const states = rows.map(({ state }) => state)
  tx.delete(salesTaxRates).where(notInArray(salesTaxRates.state, states)).run()
  for (const { state, ...columns } of rows)
    tx.insert(salesTaxRates)
      .values({ state, ...columns })
      .onConflictDoUpdate({ target: salesTaxRates.state, set: columns })
      .run()
}

const allRows = oncePerDatabase((db) =>
  db.select().from(salesTaxRates).orderBy(asc(salesTaxRates.state)).prepare(),
)
