import { type Column, type SQL, sql } from 'drizzle-orm'

/** A range instead of `like`, which would need a case-insensitive index. */
export const beginsWith = (column: Column | SQL, start: string): SQL =>
  sql`${column} >= ${start} and ${column} < ${`${start}\u{10ffff}`}`
