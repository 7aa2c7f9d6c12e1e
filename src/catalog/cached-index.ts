import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { remembered, type Span, spanFrom, stillHolds } from '../read-cache.ts'
import { buildListingIndex, type ListingIndex } from './listing-index.ts'

/** Up to here a shop's index is made anew at the first question after any change; it takes less than a millisecond. */
const SMALL_SHOP = 400
/** A larger shop's index may be as old as this, so that a sale a moment does not mean an index a moment. */
const MOST_AGE_MS = 1_000

const ANSWERS_KEPT = 400

type Kept = {
  index: ListingIndex
  span: Span
  madeAt: number
  /** What has been asked of this very index. */
  answers: Map<string, unknown>
}

const keptFor = oncePerDatabase((): { kept: Kept | null } => ({ kept: null }))

/** `find`'s answer from the index of the shelf as it is now; asked again, the same answer. */
export function queryListing<Answer>(
  db: Db,
  now: Instant,
  question: string,
  find: (index: ListingIndex) => Answer,
): Answer {
  const { index, answers } = freshIndex(db, now)
  return remembered(answers, ANSWERS_KEPT, question, () => find(index))
}

function freshIndex(db: Db, now: Instant): Kept {
  const holder = keptFor(db)
  if (holder.kept && (isYoungAndLarge(holder.kept) || stillHolds(db, holder.kept.span, now)))
    return holder.kept
  const span = spanFrom(db, now)
  holder.kept = { index: buildListingIndex(db, now), span, madeAt: performance.now(), answers: new Map() }
  return holder.kept
}

const isYoungAndLarge = ({ index, madeAt }: Kept) =>
  index.varieties.length > SMALL_SHOP && performance.now() - madeAt < MOST_AGE_MS
