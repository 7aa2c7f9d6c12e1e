import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, oncePerState } from '#db/client.ts'
import { shopVersions } from '#db/schema/index.ts'
import { type ByteCache, createByteCache } from './byte-cache.ts'

/*
 * What is cached, and until when. Triggers count the changes in the database, so every process sees them.
 *
 * What is sold and where we deliver (varieties, offers, farms, ratings, centers, zones, holidays, blocks):
 *   until `shop_versions.version` moves.
 * What is left (stock, holds): `stock_changes` names the offers that a sale or a hold touched, and a hold touches
 *   its offer again when it ends (src/stock/changes.ts). What shows stock carries a mark that moves with its own
 *   offers only (src/catalog/stock-marks.ts), and the listing index rereads those (src/catalog/cached-index.ts).
 * Places on ship days: `shop_versions.days_version`. Pages depend only on which days are full
 *   (src/delivery/full-days.ts).
 * Words to search: `search_versions` (src/catalog/search/catalog-cache.ts).
 * Rendered fragments: their key is all that they show (views/shared/cached-fragments.ts). The main parts of listings,
 *   products and the home page are kept compressed, by such a key, and joined with the rest of a page (src/web/gzip).
 */

type Mark = string | number
type Marked<Value> = { version: number; mark: Mark; value: Value }

const cacheFor = oncePerDatabase(() => createByteCache<Marked<unknown>>('reads'))

/** How far the shop has changed: the catalog's version, and the number of the last change to its stock. */
export type Position = { version: number; stock: number }

/** Several facts that must agree are read at one position, in one turn of the event loop. */
export const shopPosition: (db: Db) => Position = oncePerState(
  (db) => statements(db).position.get() ?? { version: 0, stock: 0 },
)

/**
 * Caches until the shop changes, or `mark` does; `key` names all other dependencies. Null is not cached: anything
 * may be asked for. Not in a transaction, which may roll back.
 */
export function cachedRead<Value>(
  db: Db,
  key: string,
  read: () => Value,
  mark: Mark = '',
  position = shopPosition(db),
): Value {
  const reads = currentReads<Value>(db, position)
  const cached = reads.get(key, mark)
  if (cached !== undefined) return cached
  const value = read()
  if (value !== null) reads.set(key, mark, value)
  return value
}

/** The cache of `cachedRead`, for reading many facts in one statement. */
export function currentReads<Value>(db: Db, { version } = shopPosition(db)) {
  const reads = cacheFor(db) as ByteCache<Marked<Value>>
  return {
    get(key: string, mark: Mark): Value | undefined {
      const cached = reads.get(key)
      return cached?.version === version && cached.mark === mark ? cached.value : undefined
    },
    set: (key: string, mark: Mark, value: Value) => reads.set(key, { version, mark, value }),
  }
}

const statements = oncePerDatabase((db) => ({
  position: db
    .select({
      version: shopVersions.version,
      stock: sql<number>`coalesce((select max(number) from stock_changes), 0)`,
    })
    .from(shopVersions)
    .prepare(),
}))
