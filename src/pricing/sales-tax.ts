import { asc, eq, notInArray, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { salesTaxRates } from '#db/schema/index.ts'

export type StateTax = { groceryRatePpm: number; taxesShipping: boolean }
export type TaxRow = StateTax & { state: string; source: string }

export const currentTax = (db: Db, state: string): StateTax =>
  statements(db).ofState.get({ state }) ?? { groceryRatePpm: 0, taxesShipping: false }

/** A state that is missing has no sales tax on groceries. */
export const allTaxRows = (db: Db): TaxRow[] => statements(db).all.all()

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

const statements = oncePerDatabase((db) => ({
  ofState: db
    .select({ groceryRatePpm: salesTaxRates.groceryRatePpm, taxesShipping: salesTaxRates.taxesShipping })
    .from(salesTaxRates)
    .where(eq(salesTaxRates.state, sql.placeholder('state')))
    .prepare(),
  all: db.select().from(salesTaxRates).orderBy(asc(salesTaxRates.state)).prepare(),
}))
