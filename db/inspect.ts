import { Database } from './driver.mjs'

export type Census = { rows: Record<string, number>; moneyCents: number }

/** Everything that is wrong with a database file that nobody has open, and what is in it. */
export function inspect(file: string): Census & { problems: string[] } {
  try {
    const driver = new Database(file, { fileMustExist: true })
    try {
      return { problems: integrityProblemsOf(driver), ...censusOf(driver) }
    } finally {
      driver.close()
    }
  } catch (error) {
    return { problems: [(error as Error).message], rows: {}, moneyCents: 0 }
  }
}

export function integrityProblemsOf(driver: Database.Database): string[] {
  const integrity = driver.pragma('integrity_check') as { integrity_check: string }[]
  const foreign = driver.pragma('foreign_key_check') as { table: string }[]
  return [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...foreign.map((row) => `a row of ${row.table} has a broken reference`),
  ]
}

export const isSameCensus = (one: Census, other: Census) =>
  one.moneyCents === other.moneyCents && JSON.stringify(one.rows) === JSON.stringify(other.rows)

function censusOf(driver: Database.Database): Census {
  const count = (expression: string, table: string) =>
    driver.prepare(`select ${expression} from "${table}"`).pluck().get() as number
  const tables = driver
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[]
  if (!tables.includes('money_movements')) throw new Error("the file is not a shop's database")
  return {
    rows: Object.fromEntries(tables.map((name) => [name, count('count(*)', name)])),
    moneyCents: count('coalesce(sum(amount_cents), 0)', 'money_movements'),
  }
}
