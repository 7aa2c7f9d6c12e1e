import { sql } from 'drizzle-orm'
import { type Db, tableList } from '#db/client.ts'

/** Everything the database holds, as a text: equal texts, nothing changed. */
export function dump(db: Db, except: string[] = []): string {
  const tables = tableList(db)
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_') && !except.includes(name))
    .map(({ name }) => name)
    .sort()
  return tables
    .map((name) => `${name}\n${db.all(sql`select * from ${sql.identifier(name)}`).map((row) => JSON.stringify(row)).join('\n')}`)
    .join('\n')
}
