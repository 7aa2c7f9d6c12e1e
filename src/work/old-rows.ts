import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { DurableTx } from '#db/client.ts'
import { deleteSessions, expiredSessions, hashesOf } from '../accounts/session.ts'
import type { Instant } from '../day.ts'
import { forgetBrowsers } from '../orders/orders.ts'

export type OldRows = {
  /** IDs, or those of SQLite's rows. */
  find(tx: DurableTx, until: Instant, limit: number, now: Instant): number[]
  end(tx: DurableTx, ids: number[], now: Instant): void
}

/** Deletes the rows of a table by the time in one of its columns, which has an index. */
export function rowsOf(table: SQLiteTable, at: SQLiteColumn, which?: SQL): OldRows {
  return {
    find: (tx, until, limit) =>
      tx
        .all<{ id: number }>(
          sql`select rowid as id from ${table} where ${and(lt(at, until), which)} limit ${limit}`,
        )
        .map(({ id }) => id),
    end: (tx, ids) => void tx.delete(table).where(inArray(sql`rowid`, ids)).run(),
  }
}

function endSessions(tx: DurableTx, rowIds: number[]) {
  const hashes = hashesOf(tx, rowIds)
  forgetBrowsers(tx, hashes)
  deleteSessions(tx, hashes)
}

export const ENDED_SESSIONS: OldRows = { find: expiredSessions, end: endSessions }
