import { expect, test } from 'vitest'
import { playHostileTexts, playOddPictures } from '../support/hostile-reviews.ts'

/** `npm run proof -- hostile-reviews` tries thousands. */
const [TEXTS, PICTURES, SEED] = [150, 12, 7]

test('COM-9 SEC-2 hostile reviews are shown verbatim and never become markup', async () => {
  const { shown, problems } = await playHostileTexts(TEXTS, SEED)
  expect(problems).toEqual([])
  expect(shown).toBeGreaterThan(TEXTS / 2)
}, 240_000)

test('COM-9 odd pictures are re-encoded or refused with a message, and crash nothing', async () => {
  const { kept, refused, problems } = await playOddPictures(PICTURES, SEED)
  expect(problems).toEqual([])
  expect(kept + refused).toBe(PICTURES)
  expect(Math.min(kept, refused)).toBeGreaterThan(0)
}, 240_000)
