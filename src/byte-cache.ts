/**
 * Everything kept in memory to save work (fragments of pages, facts, listings, searches) is in one list, the least
 * recently used first to go, and bounded in bytes: a quiet night with many visitors must not fill the memory.
 */

export const MAX_CACHED_BYTES = 64 * 1024 * 1024
/** An entry, its key and the places that point to it. */
const ENTRY_BYTES = 200

export type ByteCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

type Entry = { kind: string; key: string; value: unknown; bytes: number; owner: Map<string, Entry> } & Links
type Links = { newer: Links; older: Links }

const list = {} as Links
list.newer = list
list.older = list

const bytesByKind = new Map<string, number>()
let totalBytes = 0

export const cacheTotals = () => ({ bytesByKind, totalBytes })

/** @param kind labels the metric; several caches may share one */
export function createByteCache<Value>(
  kind: string,
  bytesOf: (value: Value) => number = roughBytes,
): ByteCache<Value> {
  const entries = new Map<string, Entry>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      unlink(entry)
      linkAsNewest(entry)
      return entry.value as Value
    },
    set(key, value) {
      const replaced = entries.get(key)
      if (replaced) drop(replaced)
      const bytes = bytesOf(value) + 2 * key.length + ENTRY_BYTES
      const entry: Entry = { kind, key, value, bytes, owner: entries, newer: list, older: list }
      entries.set(key, entry)
      linkAsNewest(entry)
      count(entry, bytes)
      while (totalBytes > MAX_CACHED_BYTES) drop(list.newer as Entry)
    },
    clear() {
      for (const entry of entries.values()) drop(entry)
    },
  }
}

/** Returns what is cached for `key`, or finds and caches it. Null is not cached: anything may be asked for. */
export function memoize<Value>(cache: ByteCache<Value>, key: string, find: () => Value): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const found = find()
  if (found !== null) cache.set(key, found)
  return found
}

function unlink({ newer, older }: Links) {
  newer.older = older
  older.newer = newer
}

function linkAsNewest(entry: Links) {
  entry.older = list.older
  entry.newer = list
  list.older.newer = entry
  list.older = entry
}

function drop(entry: Entry) {
  unlink(entry)
  entry.owner.delete(entry.key)
  count(entry, -entry.bytes)
}

function count({ kind }: Entry, bytes: number) {
  totalBytes += bytes
  bytesByKind.set(kind, (bytesByKind.get(kind) ?? 0) + bytes)
}

const MAX_SAMPLES = 50

/** An estimate for plain data. Of long lists it measures a sample. */
export function roughBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return 100 + value.byteLength
  if (Array.isArray(value)) return 32 + bytesOfAll(value, value.length)
  if (value instanceof Map) return 64 + bytesOfAll(value.entries(), value.size)
  if (value instanceof Set) return 64 + bytesOfAll(value.values(), value.size)
  return 32 + bytesOfAll(Object.values(value), 0)
}

function bytesOfAll(values: Iterable<unknown>, length: number): number {
  let bytes = 0
  let measured = 0
  for (const value of values) {
    bytes += 8 + roughBytes(value)
    measured += 1
    if (measured === MAX_SAMPLES) break
  }
  return length > measured ? (bytes / measured) * length : bytes
}
