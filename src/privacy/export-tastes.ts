import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  cutNotes,
  passportLinks,
  ratings,
  reviewReports,
  reviews,
  type User,
  varieties,
} from '#db/schema/index.ts'
import { photosOf } from '../catalog/reviews.ts'
import { iso } from './iso.ts'

/** What a person thinks of what they ate. The passport itself follows from their orders. */
export const tastesOf = (db: Db, user: User | null) => ({
  ratings: user ? ratingsOf(db, user.id) : [],
  cut_notes: user ? notesOf(db, user.id) : [],
  reviews: user ? reviewsOf(db, user.id) : [],
  review_reports: user ? reportsOf(db, user.id) : [],
  passport_shared_since: user ? sharedSince(db, user.id) : null,
})

const ratingsOf = (db: Db, userId: number) =>
  db
    .select({ product: varieties.name, stars: ratings.score, at: ratings.ratedAt })
    .from(ratings)
    .innerJoin(varieties, eq(varieties.id, ratings.varietyId))
    .where(eq(ratings.userId, userId))
    .all()
    .map((rating) => ({ ...rating, at: iso(rating.at) }))

const notesOf = (db: Db, userId: number) =>
  db
    .select({
      product: varieties.name,
      notes: cutNotes.notes,
      survey: cutNotes.survey,
      at: cutNotes.changedAt,
    })
    .from(cutNotes)
    .innerJoin(varieties, eq(varieties.id, cutNotes.varietyId))
    .where(eq(cutNotes.userId, userId))
    .all()
    .map((note) => ({ ...note, at: iso(note.at) }))

const reviewsOf = (db: Db, userId: number) => {
  const rows = db
    .select({ review: reviews, product: varieties.name })
    .from(reviews)
    .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
    .where(eq(reviews.userId, userId))
    .all()
  const photos = photosOf(
    db,
    rows.map(({ review }) => review.id),
  )
  return rows.map(({ review, product }) => ({
    product,
    shown_as: review.name,
    words: review.words,
    photos: photos.get(review.id)?.length ?? 0,
    state: review.state,
    reason: review.reason,
    written_at: iso(review.writtenAt),
    decided_at: iso(review.decidedAt),
  }))
}

const reportsOf = (db: Db, userId: number) =>
  db
    .select({ reason: reviewReports.reason, words: reviewReports.words, at: reviewReports.reportedAt })
    .from(reviewReports)
    .where(eq(reviewReports.userId, userId))
    .all()
    .map((report) => ({ ...report, at: iso(report.at) }))

const sharedSince = (db: Db, userId: number) =>
  iso(
    db
      .select({ at: passportLinks.createdAt })
      .from(passportLinks)
      .where(eq(passportLinks.userId, userId))
      .get()?.at ?? null,
  )
