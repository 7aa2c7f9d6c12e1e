import type { ShownReview } from '../catalog/reviews.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'

export const reviewJson = (review: ShownReview) => ({
  token: review.token,
  name: review.name,
  words: review.words,
  written_at: iso(review.writtenAt),
  score: review.score,
  cut: review.cut.slug,
  farm: review.farm.slug,
  photos: review.photos.map((photo) => paths.reviewPhoto(photo)),
  answer: review.answer && { words: review.answer.words, at: iso(review.answer.at) },
})
