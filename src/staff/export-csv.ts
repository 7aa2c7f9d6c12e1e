import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { csvHead, csvRows } from '../csv.ts'
import type { Cells, ExportKind, ExportTable, Scope, Span } from './export-kinds.ts'

/** Ids per window: reading one takes a few milliseconds, and requests run in between. */
const WINDOW = 500

/** The rows of its table that are in a time. Of a sum they become fewer, of lines more. */
export type Extent = { first: number; last: number; rows: number }

export function extentOf(db: Db, kind: ExportKind, span: Span): Extent {
  const found = db.get<{ first: number | null; last: number | null; rows: number }>(sql`
    select min(id) as first, max(id) as last, count(*) as rows from ${TABLES[kind.table]} where ${kind.within(span)}`)
  return { first: found.first ?? 1, last: found.last ?? 0, rows: found.rows }
}

/** Written as it is read, so that a large export needs little memory. */
export async function* exportCsv(
  db: Db,
  kind: ExportKind,
  { span, scope, extent }: { span: Span; scope: Scope; extent: Extent },
  onRows: (share: number) => unknown = () => undefined,
): AsyncGenerator<string> {
  const csv = (rows: Cells[]) => csvRows(rows.map((row) => kind.columns.map((name) => row[name])))
  yield csvHead(kind.columns)
  let kept: Cells[] = []
  const id = sql`${TABLES[kind.table]}.id`
  for (let after = extent.first - 1; after < extent.last; after += WINDOW) {
    const ids = sql`${id} > ${after} and ${id} <= ${Math.min(after + WINDOW, extent.last)}`
    const rows = kind.read(db, { ids, span, scope })
    if (kind.sum) kept = kind.sum([...kept, ...rows])
    else if (rows.length > 0) yield csv(rows)
    await onRows(Math.min(1, (after + WINDOW - extent.first + 1) / (extent.last - extent.first + 1)))
    await setImmediate()
  }
  if (kept.length > 0) yield csv(kept)
}

const TABLES: Record<ExportTable, SQL> = {
  orders: sql`orders`,
  users: sql`users`,
  money_movements: sql`money_movements`,
  stock_movements: sql`stock_movements`,
  farm_entries: sql`farm_entries`,
  gift_card_entries: sql`gift_card_entries`,
  gift_cards: sql`gift_cards`,
  provider_transactions: sql`provider_transactions`,
}
