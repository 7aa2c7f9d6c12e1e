import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { isCurrent, memoize, type Span, spanFrom } from '../read-cache.ts'
import { buildListingIndex, type ListingIndex } from './listing-index.ts'

/** Up to this many varieties, the index is rebuilt after every change. That takes less than a millisecond. */
const SMALL_SHOP = 400
/** Larger catalogs rebuild the index at most once a second, however often they sell. */
const MAX_AGE_MS = 1_000

const MAX_CACHED_ANSWERS = 400

type CachedIndex = {
  index: ListingIndex
  span: Span
  builtAt: number
  answers: Map<string, unknown>
}

const cacheFor = oncePerDatabase((): { current: CachedIndex | null } => ({ current: null }))

/** Runs `find` on the current index. The same `question` gets the same answer object until the index changes. */
export function queryListing<Answer>(
  db: Db,
  now: Instant,
  question: string,
  find: (index: ListingIndex) => Answer,
): Answer {
  const { index, answers } = freshIndex(db, now)
  return memoize(answers, MAX_CACHED_ANSWERS, question, () => find(index))
}

function freshIndex(db: Db, now: Instant): CachedIndex {
  const cache = cacheFor(db)
  if (cache.current && (isYoungAndLarge(cache.current) || isCurrent(db, cache.current.span, now)))
    return cache.current
  const span = spanFrom(db, now)
  cache.current = { index: buildListingIndex(db, now), span, builtAt: performance.now(), answers: new Map() }
  return cache.current
}

const isYoungAndLarge = ({ index, builtAt }: CachedIndex) =>
  index.varieties.length > SMALL_SHOP && performance.now() - builtAt < MAX_AGE_MS
