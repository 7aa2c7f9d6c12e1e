import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { readShelfIndex, type ShelfIndex } from './shelf-index.ts'

/** Up to here a shop's index is made anew at the first question after any change; it takes less than a millisecond. */
const SMALL_SHOP = 400
/** A larger shop's index may be as old as this, so that a write a moment does not mean an index a moment. */
const MOST_AGE_MS = 1_000

const ANSWERS_KEPT = 400

type Kept = {
  index: ShelfIndex
  version: string
  madeAt: number
  readAt: Instant
  /** What has been asked of this very index. */
  answers: Map<string, unknown>
}

const keptFor = oncePerDatabase((): { kept: Kept | null } => ({ kept: null }))

/** `find`'s answer from the index of the shelf as it is now; asked again, the same answer. */
export function askShelf<Answer>(
  db: Db,
  now: Instant,
  question: string,
  find: (index: ShelfIndex) => Answer,
): Answer {
  const { index, answers } = freshIndex(db, now)
  const known = answers.get(question) as Answer | undefined
  if (known !== undefined) return known
  const answer = find(index)
  if (answers.size >= ANSWERS_KEPT) answers.clear()
  answers.set(question, answer)
  return answer
}

function freshIndex(db: Db, now: Instant): Kept {
  const holder = keptFor(db)
  const version = versionOf(db)
  if (holder.kept && isFresh(holder.kept, version, now)) return holder.kept
  const index = readShelfIndex(db, now)
  holder.kept = { index, version, madeAt: performance.now(), readAt: now, answers: new Map() }
  return holder.kept
}

/** The clock of a demo shop may be put back, and then holds count again. */
function isFresh({ index, version, madeAt, readAt }: Kept, current: string, now: Instant): boolean {
  const isLarge = index.varieties.length > SMALL_SHOP
  if (isLarge && performance.now() - madeAt < MOST_AGE_MS) return true
  return version === current && now < index.until && now >= readAt
}

/** Another word after every write, whether by this process or by another. */
function versionOf(db: Db): string {
  const row = versions(db).current.get()
  return `${row?.ours} ${row?.others}`
}

const versions = oncePerDatabase((db) => ({
  current: db
    .select({ ours: sql<number>`total_changes()`, others: sql<number>`data_version` })
    .from(sql`pragma_data_version`)
    .prepare(),
}))
