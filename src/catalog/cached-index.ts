import { type Db, oncePerDatabase } from '#db/client.ts'
import { type ByteCache, createByteCache, memoize } from '../byte-cache.ts'
import type { Instant } from '../day.ts'
import { isCurrent, type Span, spanFrom } from '../read-cache.ts'
import { buildListingIndex, type ListingIndex } from './listing-index.ts'

/** Up to this many varieties, the index is rebuilt after every change. That takes less than a millisecond. */
const SMALL_SHOP = 400
/** Larger catalogs rebuild the index at most once a second, however often they sell. */
const MAX_AGE_MS = 1_000

type CachedIndex = {
  index: ListingIndex
  span: Span
  builtAt: number
  answers: ByteCache<unknown>
  /** Parts of the index itself, which take hardly any memory. */
  parts: Map<string, unknown>
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
  return memoize(answers as ByteCache<Answer>, question, () => find(index))
}

/** Like `queryListing`, for parts of the index by category and center, of which there are few. */
export function partOfListing<Part>(
  db: Db,
  now: Instant,
  name: string,
  find: (index: ListingIndex) => Part,
): Part {
  const { index, parts } = freshIndex(db, now)
  const part = (parts.get(name) as Part | undefined) ?? find(index)
  parts.set(name, part)
  return part
}

function freshIndex(db: Db, now: Instant): CachedIndex {
  const cache = cacheFor(db)
  if (cache.current && (isYoungAndLarge(cache.current) || isCurrent(db, cache.current.span, now)))
    return cache.current
  const span = spanFrom(db, now)
  const index = buildListingIndex(db, now)
  cache.current?.answers.clear()
  const answers = createByteCache<unknown>('listings')
  cache.current = { index, span, builtAt: performance.now(), answers, parts: new Map() }
  return cache.current
}

const isYoungAndLarge = ({ index, builtAt }: CachedIndex) =>
  index.varieties.length > SMALL_SHOP && performance.now() - builtAt < MAX_AGE_MS
