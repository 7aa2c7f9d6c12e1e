import type { Db } from '#db/client.ts'
import { oncePerCatalog, remembering } from './catalog-cache.ts'
import { createDictionary } from './dictionary.ts'
import { readPhrases } from './phrases.ts'
import { correctWords } from './spelling.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import { MOST_LETTERS, wordsOf } from './words.ts'

/** Fewer letters say too little to suggest anything (CAT-4). */
export const FEWEST_LETTERS = 2
export const MOST_SUGGESTIONS = 10
const ANSWERS_KEPT = 1_000

/** Names, cuts and farms that what was typed may become, in natural spelling, the likeliest first, none twice. */
export function suggest(db: Db, typed: string, limit = MOST_SUGGESTIONS): string[] {
  const letters = typed.trim().length
  if (letters < FEWEST_LETTERS || letters > MOST_LETTERS) return []
  return answers(db)(wordsOf(typed).join(' ')).slice(0, limit)
}

const answers = oncePerCatalog((db) => {
  const phrases = readPhrases(db)
  const index = createWordIndex(phrases.map((phrase) => phrase.names))
  const dictionary = createDictionary(index.words())
  const isKnown = (word: string) => index.places(word).size > 0
  const textsFor = (words: string[]) => best(index, words).flatMap((place) => phrases[place]?.text ?? [])

  return remembering(ANSWERS_KEPT, (typed) => {
    const words = typed.split(' ').filter(Boolean)
    const asTyped = textsFor(words)
    return asTyped.length > 0 ? asTyped : textsFor(correctWords(words, { dictionary, isKnown, begun: true }))
  })
})

/** What begins as typed before what has the words in it, before what others call so; each in the phrases' order. */
function best(index: WordIndex, words: string[]): number[] {
  const found = index.holding(words).map((place) => ({ place, distance: index.distance(place, words) }))
  return found
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ place }) => place)
}
