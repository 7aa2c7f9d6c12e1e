import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, tableList } from '#db/client.ts'

/** Reference data of 40,000 rows that no request ever writes; read once a test it would be most of its time. */
const REFERENCE = ['zip_codes']

/** Everything the database holds, as a text: equal texts, nothing changed. */
export function dump(db: Db, except: string[] = []): string {
  return tableNames(db, [...REFERENCE, ...except])
    .map((name) => `${name}\n${rowsOf(db, name).join('\n')}`)
    .join('\n')
}

/** How many rows were written since the database was opened: the same number, nothing changed, and at no cost. */
export const writesOf = (db: Db): number =>
  db.get<{ count: number }>(sql`select total_changes() as count`).count

/** Which tables differ from an earlier `dump`: shorter to read in a failed test than two whole shops. */
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

/** The same for requests that only read: looking at a customer leaves a line in the trail, and at a report its sums. */
export const changedByReads = (before: string, after: string): string[] =>
  changedTables(before, after).filter((table) => !/^(audit|report)_/.test(table))

const tableNames = (db: Db, except: string[]) =>
  tableList(db)
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_') && !except.includes(name))
    .map(({ name }) => name)
    .sort()

const rowsOf = (db: Db, name: string) =>
  db.all(sql`select * from ${sql.identifier(name)}`).map((row) => JSON.stringify(row))
