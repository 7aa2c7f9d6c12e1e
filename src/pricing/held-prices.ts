import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { orders } from '#db/schema/index.ts'

/** Today's price of a line, or the accepted one where the order holds its prices and that one is lower. */
export const currentPrice = <Column extends SQLiteColumn>(
  today: Column,
  accepted: SQLiteColumn,
): SQL<Column['_']['notNull'] extends true ? number : number | null> =>
  sql`iif(${orders.pricesHeldAt} is null, ${today}, min(${today}, ${accepted}))`
