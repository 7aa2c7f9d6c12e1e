import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, tableList } from '#db/client.ts'

/** 40,000 rows of reference data that no request writes; reading them would take most of a test's time. */
const REFERENCE = ['zip_codes']

/** The whole database as text: if two dumps are equal, nothing changed. */
export function dump(db: Db, except: string[] = []): string {
  return tableNames(db, [...REFERENCE, ...except])
    .map((name) => `${name}\n${rowsOf(db, name).join('\n')}`)
    .join('\n')
}

/** Rows written since the database was opened: if the number is the same, nothing changed. Costs nothing. */
export const writesOf = (db: Db): number =>
  db.get<{ count: number }>(sql`select total_changes() as count`).count

/** The tables that differ from an earlier `dump`: easier to read in a failed test than two whole shops. */
export function changedTables(before: string, after: string): string[] {
  const digests = (text: string) =>
    new Map(
      text
        .split(/\n(?=[a-z_]+(?:\n|$))/)
        .map((table) => [table.split('\n')[0], createHash('sha256').update(table).digest('hex')]),
    )
  const earlier = digests(before)
  return [...digests(after)]
    .filter(([name, digest]) => earlier.get(name) !== digest)
    .map(([name]) => name ?? '')
}

/** `changedTables` for requests that only read: viewing a customer adds an audit entry, viewing a report its sums. */
export const changedByReads = (before: string, after: string): string[] =>
  changedTables(before, after).filter((table) => !/^(audit|report)_/.test(table))

const tableNames = (db: Db, except: string[]) =>
  tableList(db)
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_') && !except.includes(name))
    .map(({ name }) => name)
    .sort()

const rowsOf = (db: Db, name: string) =>
  db.all(sql`select * from ${sql.identifier(name)}`).map((row) => JSON.stringify(row))
