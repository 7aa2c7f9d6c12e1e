import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Ids above the first, up to and with the second. */
export type Window = { after: number; through: number }

/** All ids of a table, in windows. Rows that join meanwhile are in the last one or in none. */
export function* windowsOf(db: Db, table: SQL, width: number): Generator<Window> {
  const last = db.get<{ id: number | null }>(sql`select max(id) as id from ${table}`).id ?? 0
  for (let after = 0; after < last; after += width) yield { after, through: after + width }
}

export const inWindow = (column: SQL, { after, through }: Window): SQL =>
  sql`${column} > ${after} and ${column} <= ${through}`
