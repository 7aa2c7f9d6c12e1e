import { existsSync, readFileSync } from 'node:fs'
import { asc, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { cutNotes, ratings, reviewPhotos, reviews, users, varieties } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { random } from '../tokens.ts'

type DemoReview = {
  cut: string
  /** Which of its raters wrote it. */
  rater: number
  words: string
  answer?: string
  /** A picture of the cut's own, as if its buyer had taken it. */
  photo?: string
  isWaiting?: boolean
}

const REVIEWS: DemoReview[] = [
  {
    cut: 'grass-fed-ribeye',
    rater: 0,
    words:
      'Leaner than the supermarket kind and better for it. I went by the card in the box: two minutes a side, then turn every minute. My father-in-law asked where it was from.',
    answer: 'Thank your father-in-law for us. If you can wait, try salting it the night before.',
    photo: 'pack-grass-fed-ribeye',
  },
  {
    cut: 'grass-fed-ribeye',
    rater: 1,
    words:
      'Good flavor, but one of the two steaks was thinner than an inch and a quarter and went past medium before I noticed.',
    answer:
      'That one should not have left our table, and we have told the cutter. Use a thermometer with these.',
  },
  {
    cut: 'grass-fed-ribeye',
    rater: 2,
    words: 'Third time. Rests well, slices well, and the bones go into broth.',
  },
  {
    cut: 'wagyu-ribeye',
    rater: 0,
    words: 'We split one between four and that was right. Very rich. Cut it cold, cook it hot.',
  },
  {
    cut: 'whole-chicken',
    rater: 0,
    words: 'The skin crisps like my grandmother’s. Came frozen solid even though it was ninety degrees out.',
    answer: 'That is the air chilling. Leave it open in the refrigerator overnight and it gets better still.',
  },
  {
    cut: 'whole-chicken',
    rater: 1,
    words: 'Smaller than I expected for the price, and delicious.',
  },
  {
    cut: 'grass-fed-ground-beef',
    rater: 0,
    words: 'Makes a burger that tastes of beef. A bit dry past medium, so I add butter.',
  },
  {
    cut: 'wagyu-ribeye',
    rater: 1,
    words: 'Waited a week to write this. Still thinking about it.',
    isWaiting: true,
  },
]

/** Reviews by people who rated the cut, the newest not yet read by staff, and a note of the demo's shopper. */
export function seedReviews(tx: DurableTx, now: Instant) {
  for (const [index, review] of REVIEWS.entries()) addReview(tx, review, now - (index + 1) * 3 * DAY_MS)
  const [first] = tx
    .select({ userId: ratings.userId, varietyId: ratings.varietyId })
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.userId))
    .where(eq(users.email, 'shopper@example.com'))
    .orderBy(asc(ratings.varietyId))
    .limit(1)
    .all()
  if (first)
    tx.insert(cutNotes)
      .values({ ...first, notes: 'Salt it the night before.', survey: 'Yes', changedAt: now - DAY_MS })
      .run()
}

function addReview(
  tx: DurableTx,
  { cut, rater, words, answer = '', photo, isWaiting = false }: DemoReview,
  at: Instant,
) {
  const by = tx
    .select({ rating: ratings, firstName: users.firstName, lastName: users.lastName })
    .from(ratings)
    .innerJoin(varieties, eq(varieties.id, ratings.varietyId))
    .innerJoin(users, eq(users.id, ratings.userId))
    .where(eq(varieties.slug, cut))
    .orderBy(asc(ratings.userId))
    .limit(1)
    .offset(rater)
    .get()
  if (!by) return
  const { userId, varietyId, orderLineId } = by.rating
  const { id } = tx
    .insert(reviews)
    .values({
      token: random.token(),
      userId,
      varietyId,
      orderLineId,
      name: `${by.firstName} ${by.lastName?.charAt(0)}.`,
      words,
      state: isWaiting ? 'waiting' : 'published',
      writtenAt: at,
      decidedAt: isWaiting ? null : at + DAY_MS,
      answer,
      answeredAt: answer === '' ? null : at + 2 * DAY_MS,
    })
    .returning({ id: reviews.id })
    .get()
  const picture = `public/pictures/${photo}-480.webp`
  if (photo && existsSync(picture))
    tx.insert(reviewPhotos)
      .values({ reviewId: id, token: random.token(), bytes: readFileSync(picture) })
      .run()
}
