import { playHostileTexts, playOddPictures } from '../support/hostile-reviews.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

export const hostileReviews: Proof = {
  name: 'hostile-reviews',
  promise: `${figures.reviews} hostile reviews never become markup, and ${figures.pictures} odd pictures crash nothing`,
  play,
}

async function play(): Promise<Verdict> {
  const texts = await playHostileTexts(figures.reviews, figures.seed)
  const pictures = await playOddPictures(figures.pictures, figures.seed)
  return { ok: texts.problems.length === 0 && pictures.problems.length === 0, told: { texts, pictures } }
}
