import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, type Review, ratings, reviewReports, reviews, varieties } from '#db/schema/index.ts'
import { photosOf } from '../catalog/reviews.ts'

export const REVIEWS_PER_PAGE = 25

export const REVIEW_QUEUES = ['waiting', 'reported', 'decided'] as const
export type ReviewQueue = (typeof REVIEW_QUEUES)[number]

export type ReviewRow = Review & {
  cut: string
  farm: string
  score: number | null
  photos: string[]
  reports: { reason: (typeof reviewReports.$inferSelect)['reason']; words: string; reportedAt: number }[]
}

export type ReviewQueueList = ReturnType<typeof listQueue>

/** What waits longest first, what is decided newest first. */
export function listQueue(db: Db, queue: ReviewQueue, page: number) {
  const total = countQueue(db, queue)
  const rows = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(inQueue(queue))
    .orderBy(queue === 'decided' ? desc(reviews.decidedAt) : asc(reviews.writtenAt), asc(reviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE)
    .all()
    .flatMap(({ id }) => reviewRow(db, id) ?? [])
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE)) }
}

/** Each in the text of its index, or SQLite reads every review. */
function inQueue(queue: ReviewQueue): SQL {
  switch (queue) {
    case 'waiting':
      return sql`${isOpen} and ${reviews.state} = 'waiting'`
    case 'reported':
      return sql`${reviews.id} in (${withOpenReports} union ${openReviews} and state = 'reported')`
    case 'decided':
      return sql`${reviews.decidedAt} is not null`
  }
}

const withOpenReports = sql`select review_id from review_reports where settled_at is null`
const openReviews = sql`select id from reviews indexed by reviews_open where state in ('waiting', 'reported')`
const isOpen = sql`${reviews.state} in ('waiting', 'reported')`

const countQueue = (db: Db, queue: ReviewQueue): number =>
  db.select({ total: count() }).from(reviews).where(inQueue(queue)).get()?.total ?? 0

export function reviewRow(db: Db, id: number): ReviewRow | null {
  const found = db
    .select({ review: reviews, cut: varieties.name, farm: farms.name, score: ratings.score })
    .from(reviews)
    .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratings, and(eq(ratings.userId, reviews.userId), eq(ratings.varietyId, reviews.varietyId)))
    .where(eq(reviews.id, id))
    .get()
  if (!found) return null
  const { review, ...names } = found
  const reports = db
    .select({
      reason: reviewReports.reason,
      words: reviewReports.words,
      reportedAt: reviewReports.reportedAt,
    })
    .from(reviewReports)
    .where(and(eq(reviewReports.reviewId, id), isNull(reviewReports.settledAt)))
    .orderBy(asc(reviewReports.id))
    .all()
  return { ...review, ...names, photos: photosOf(db, [id]).get(id) ?? [], reports }
}

/** Those that wait, and those with reports. One that was changed after a report is both. */
export const openReviewCount = (db: Db): number =>
  db.get<{ total: number }>(sql`select count(*) as total from (${withOpenReports} union ${openReviews})`)
    .total
