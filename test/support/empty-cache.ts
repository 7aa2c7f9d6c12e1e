import { createByteCache, MAX_CACHED_BYTES } from '#src/byte-cache.ts'

/** Drops what earlier tests of this worker cached: in a full cache, each new entry would evict another. */
export const emptyCache = () => createByteCache('room', () => MAX_CACHED_BYTES).set('all', null)
