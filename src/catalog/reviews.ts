import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, ratings, reviewPhotos, reviews, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { cachedRead } from '../read-cache.ts'

/** A review as everyone sees it. */
export type ShownReview = {
  token: string
  version: number
  /** 'Ana W.' */
  name: string
  words: string
  writtenAt: Instant
  /** Null without stars. */
  score: number | null
  cut: { slug: string; name: string }
  farm: { slug: string; name: string }
  /** The public names of its pictures. */
  photos: string[]
  answer: { words: string; at: Instant } | null
}

export type Reviews = { total: number; shown: ShownReview[] }

export const NO_REVIEWS: Reviews = { total: 0, shown: [] }

/** Repeats the text of the index, or SQLite doesn't use it. */
const isPublished = sql`${reviews.state} = 'published'`

/** The newest first. Most cuts have none, so that is found out by a statement made beforehand. */
export const reviewsOfVariety = (db: Db, varietyId: number, limit: number, offset = 0): Reviews =>
  anyOfVariety(db).get({ varietyId })
    ? listReviews(db, eq(reviews.varietyId, varietyId), limit, offset)
    : NO_REVIEWS

const anyOfVariety = oncePerDatabase((db) =>
  db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.varietyId, sql.placeholder('varietyId')), isPublished))
    .prepare(),
)

export const reviewsOfFarm = (db: Db, farmId: number, limit: number, offset = 0): Reviews =>
  listReviews(db, inArray(reviews.varietyId, varietiesOf(db, farmId)), limit, offset)

const SHOWN_OF_FARM = 4

/** The newest of what a farm sells, for its page: each links to its product. */
export const shownFarmReviews = (db: Db, farmId: number): Reviews =>
  cachedRead(db, `reviews of farm ${farmId}`, () =>
    listReviews(
      db,
      inArray(reviews.varietyId, varietiesOf(db, farmId, sql`not ${varieties.hidden}`)),
      SHOWN_OF_FARM,
      0,
    ),
  )

const varietiesOf = (db: Db, farmId: number, which?: SQL) =>
  db
    .select({ id: varieties.id })
    .from(varieties)
    .where(and(eq(varieties.farmId, farmId), which))

function listReviews(db: Db, which: SQL, limit: number, offset: number): Reviews {
  const total = db.select({ total: count() }).from(reviews).where(and(which, isPublished)).get()?.total ?? 0
  if (total === 0) return { total, shown: [] }
  const rows = db
    .select({
      id: reviews.id,
      token: reviews.token,
      version: reviews.version,
      name: reviews.name,
      words: reviews.words,
      writtenAt: reviews.writtenAt,
      score: ratings.score,
      cut: { slug: varieties.slug, name: varieties.name },
      farm: { slug: farms.slug, name: farms.name },
      answer: reviews.answer,
      answeredAt: reviews.answeredAt,
    })
    .from(reviews)
    .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratings, and(eq(ratings.userId, reviews.userId), eq(ratings.varietyId, reviews.varietyId)))
    .where(and(which, isPublished))
    .orderBy(desc(reviews.writtenAt), desc(reviews.id))
    .limit(limit)
    .offset(offset)
    .all()
  const photos = photosOf(
    db,
    rows.map(({ id }) => id),
  )
  const shown = rows.map(({ id, answer, answeredAt, ...review }) => ({
    ...review,
    photos: photos.get(id) ?? [],
    answer: answeredAt === null ? null : { words: answer, at: answeredAt },
  }))
  return { total, shown }
}

/** By review. Photos are only named. */
export function photosOf(db: Db, reviewIds: number[]): Map<number, string[]> {
  const named = new Map<number, string[]>()
  if (reviewIds.length === 0) return named
  const rows = db
    .select({ reviewId: reviewPhotos.reviewId, token: reviewPhotos.token })
    .from(reviewPhotos)
    .where(inArray(reviewPhotos.reviewId, reviewIds))
    .orderBy(reviewPhotos.id)
    .all()
  for (const { reviewId, token } of rows) named.set(reviewId, [...(named.get(reviewId) ?? []), token])
  return named
}

type OwnFields = 'id' | 'token' | 'name' | 'words' | 'state' | 'reason'

export type OwnReview = Pick<typeof reviews.$inferSelect, OwnFields> & { photos: string[] }

export function ownReview(db: Db, userId: number, varietyId: number): OwnReview | null {
  const row = db
    .select({
      id: reviews.id,
      token: reviews.token,
      name: reviews.name,
      words: reviews.words,
      state: reviews.state,
      reason: reviews.reason,
    })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.varietyId, varietyId)))
    .get()
  return row ? { ...row, photos: photosOf(db, [row.id]).get(row.id) ?? [] } : null
}
