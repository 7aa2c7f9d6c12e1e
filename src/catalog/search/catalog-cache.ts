import { type Db, oncePerDatabase } from '#db/client.ts'
import { searchVersions } from '#db/schema/index.ts'
import { createByteCache, memoize } from '../../byte-cache.ts'

/** Caches a value built from the catalog until any process changes the catalog. */
export function oncePerCatalog<T>(build: (db: Db) => T): (db: Db) => T {
  const cacheFor = oncePerDatabase(() => new Map<'current', { version: number; value: T }>())
  return (db) => {
    const version = catalogVersion(db)
    const cached = cacheFor(db).get('current')
    if (cached?.version === version) return cached.value
    const value = build(db)
    cacheFor(db).set('current', { version, value })
    return value
  }
}

export function memoizeSearches<Answer>(find: (question: string) => Answer): typeof find {
  const cache = createByteCache<Answer>('searches')
  return (question) => memoize(cache, question, () => find(question))
}

const catalogVersion = (db: Db) => statements(db).version.get()?.version ?? 0

const statements = oncePerDatabase((db) => ({
  version: db.select({ version: searchVersions.version }).from(searchVersions).prepare(),
}))
