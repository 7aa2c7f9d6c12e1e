import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, openToRead } from '#db/client.ts'
import type { Services } from '../services.ts'

/** A connection of its own, so that reading a lot waits for no writer. A shop in memory has only one. */
export async function withReader<T>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  work: (reader: Db) => Promise<T>,
): Promise<T> {
  if (config.databasePath === ':memory:') return work(db)
  const reader = openToRead(config.databasePath)
  try {
    return await work(reader)
  } finally {
    closeDatabase(reader)
  }
}

/** The same, with all that it reads as it was at one moment. Shoppers go on writing meanwhile. */
export const withSnapshot = <T>(
  services: Pick<Services, 'db' | 'config'>,
  work: (reader: Db) => Promise<T>,
): Promise<T> =>
  withReader(services, async (reader) => {
    if (reader === services.db) return work(reader)
    reader.run(sql`begin`)
    try {
      return await work(reader)
    } finally {
      reader.run(sql`rollback`)
    }
  })
