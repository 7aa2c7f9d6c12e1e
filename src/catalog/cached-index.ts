import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Db, isOpen, oncePerDatabase } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { type ByteCache, createByteCache } from '../byte-cache.ts'
import type { Instant } from '../day.ts'
import { type Position, shopPosition } from '../read-cache.ts'
import type { Services } from '../services.ts'
import { type Followed, touchedSince } from '../stock/changes.ts'
import { type ListingIndex, readListingIndex, restock } from './listing-index.ts'

/** Up to this many varieties, the index is read again as soon as the catalog changes: a few milliseconds. */
const SMALL_SHOP = 400
/** Larger catalogs are read again between requests, for at most this share of the time. */
const MAX_TIME_SHARE = 1 / 10

type CurrentIndex = { index: ListingIndex; version: number; followed: Followed }

type Cache = {
  current: CurrentIndex | null
  /** Moves with the catalog, and when an offer sells out or is back. Most sales change nothing in the index. */
  revision: number
  answers: ByteCache<{ revision: number; answer: unknown }>
  reading: Promise<void> | null
  nextReadAt: number
  failure: { error: unknown } | null
}

const cacheFor = oncePerDatabase(
  (): Cache => ({
    current: null,
    revision: 0,
    answers: createByteCache('listings'),
    reading: null,
    nextReadAt: 0,
    failure: null,
  }),
)

export type Listings = {
  index: ListingIndex
  /** The same question gets the same answer object until the index changes. */
  ask<Answer>(question: string, find: () => Answer): Answer
}

/** The index as it is now. For one request, because the next one may have another. */
export function currentListings(db: Db, now: Instant, position = shopPosition(db)): Listings {
  const cache = cacheFor(db)
  const index = currentIndex(db, cache, now, position)
  const { revision, answers } = cache
  return {
    index,
    ask<Answer>(question: string, find: () => Answer): Answer {
      const cached = answers.get(question)
      if (cached?.revision === revision) return cached.answer as Answer
      const answer = find()
      answers.set(question, { revision, answer })
      return answer
    },
  }
}

/** Resolves once a large catalog has been read for the first time; meanwhile, other requests are served. */
export async function firstListings({ db, clock }: Services): Promise<void> {
  const cache = cacheFor(db)
  if (cache.current || !isLarge(db)) return
  startReading(db, cache, clock.now())
  await cache.reading
}

const isLarge = (db: Db): boolean => statements(db).beyondSmall.get() !== undefined

function currentIndex(db: Db, cache: Cache, now: Instant, position: Position): ListingIndex {
  const { current } = cache
  if (!current) return readAtOnce(db, cache, now)
  const { touched, followed } = touchedSince(db, current.followed, now, position)
  current.followed = followed
  if (touched === 'all') current.version = Number.NaN
  else if (touched.length > 0 && restock(db, current.index, touched, now)) cache.revision++
  if (current.version === position.version) return current.index
  if (current.index.rowOf.size <= SMALL_SHOP) return readAtOnce(db, cache, now)
  throwFailure(cache)
  if (performance.now() >= cache.nextReadAt) startReading(db, cache, now)
  return current.index
}

function readAtOnce(db: Db, cache: Cache, now: Instant): ListingIndex {
  const beginning = beginningOf(db, now)
  const steps = readListingIndex(db, now)
  let step = steps.next()
  while (!step.done) step = steps.next()
  replaceIndex(cache, { index: step.value, ...beginning })
  return step.value
}

function startReading(db: Db, cache: Cache, now: Instant) {
  cache.reading ??= readBetweenRequests(db, cache, now).finally(() => {
    cache.reading = null
  })
}

/** From before the reading, so that what changes meanwhile is read again. */
function beginningOf(db: Db, now: Instant): Omit<CurrentIndex, 'index'> {
  const position = shopPosition(db)
  return { version: position.version, followed: touchedSince(db, null, now, position).followed }
}

async function readBetweenRequests(db: Db, cache: Cache, now: Instant) {
  let spentMs = 0
  try {
    const beginning = beginningOf(db, now)
    const steps = readListingIndex(db, now)
    for (;;) {
      const began = performance.now()
      const step = steps.next()
      spentMs += performance.now() - began
      if (step.done) return replaceIndex(cache, { index: step.value, ...beginning })
      await nextTurn()
      if (!isOpen(db)) return
    }
  } catch (error) {
    cache.failure = { error }
  } finally {
    cache.nextReadAt = performance.now() + spentMs / MAX_TIME_SHARE
  }
}

function replaceIndex(cache: Cache, current: CurrentIndex) {
  cache.current = current
  cache.revision++
}

/** The next caller gets the error of a reading that failed between requests. */
function throwFailure(cache: Cache) {
  const { failure } = cache
  cache.failure = null
  if (failure) throw failure.error
}

const statements = oncePerDatabase((db) => ({
  beyondSmall: db.select({ id: varieties.id }).from(varieties).limit(1).offset(SMALL_SHOP).prepare(),
}))
