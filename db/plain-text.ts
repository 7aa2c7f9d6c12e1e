import { type SQL, sql } from 'drizzle-orm'

const ASCII = /^[\0-\x7f]*$/

/** As a keyboard types it: lowercase, without accents, with straight apostrophes. */
export const plainText = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[\u2018\u2019]/g, "'")
        .toLowerCase()

/** The same in SQL. `lower` knows ASCII only; every database that `openDatabase` opens has this function. */
export const plainTextOf = (text: SQL) => sql`plain_text(${text})`

/** What SQLite calls. */
export const plainTextInSql = (text: unknown) => (typeof text === 'string' ? plainText(text) : null)
