import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moneyMovements, orders, users } from '#db/schema/index.ts'
import type { Cells, ExportKind, Span } from './export-kinds.ts'

/** Ids per window: reading one takes a few milliseconds, and requests run in between. */
const WINDOW = 500

const CSV = { escape_formulas: true, record_delimiter: 'windows' } as const
const BYTE_ORDER_MARK = '\ufeff'

/** Written as it is read, so that a large export needs no file and little memory. */
export async function* exportCsv(db: Db, kind: ExportKind, span: Span): AsyncGenerator<string> {
  const csv = (rows: Cells[]) =>
    stringify(
      rows.map((row) => kind.columns.map((name) => row[name] ?? '')),
      CSV,
    )
  yield BYTE_ORDER_MARK + stringify([[...kind.columns]], CSV)
  const kept: Cells[] = []
  const last = lastId(db, kind)
  for (let after = 0; after < last; after += WINDOW) {
    const id = sql`${TABLES[kind.table]}.id`
    const rows = kind.read(db, sql`${id} > ${after} and ${id} <= ${after + WINDOW}`, span)
    if (!kind.sum) yield csv(rows)
    else kept.splice(0, kept.length, ...kind.sum([...kept, ...rows]))
    await setImmediate()
  }
  if (kind.sum) yield csv(kept)
}

const TABLES = { orders, money_movements: moneyMovements, users }

const lastId = (db: Db, { table }: ExportKind): number =>
  db.get<{ id: number | null }>(sql`select max(id) as id from ${TABLES[table]}`)?.id ?? 0
