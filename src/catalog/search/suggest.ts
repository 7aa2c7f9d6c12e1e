import type { Db } from '#db/client.ts'
import { memoizeSearches, oncePerCatalog } from './catalog-cache.ts'
import { createDictionary } from './dictionary.ts'
import { readPhrases } from './phrases.ts'
import { correctWords } from './spelling.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import { MAX_LETTERS, wordsOf } from './words.ts'

/** CAT-4 */
export const MIN_LETTERS = 2
export const MAX_SUGGESTIONS = 10

/** Names, cuts and farms that complete the typed text, the likeliest first. */
export function suggest(db: Db, typed: string, limit = MAX_SUGGESTIONS): string[] {
  const letters = typed.trim().length
  if (letters < MIN_LETTERS || letters > MAX_LETTERS) return []
  return answers(db)(wordsOf(typed).join(' ')).slice(0, limit)
}

const answers = oncePerCatalog((db) => {
  const phrases = readPhrases(db)
  const index = createWordIndex(phrases.map((phrase) => phrase.names))
  const dictionary = createDictionary(index.words())
  const isKnown = (word: string) => index.withPrefix(word).size > 0
  const textsFor = (words: string[]) => best(index, words).flatMap((id) => phrases[id]?.text ?? [])

  return memoizeSearches((typed) => {
    const words = typed.split(' ').filter(Boolean)
    const asTyped = textsFor(words)
    return asTyped.length > 0
      ? asTyped
      : textsFor(correctWords(words, { dictionary, isKnown, isTyping: true }))
  })
})

/** Own names that start with the words, then those that contain them, then other names; ties in phrase order. */
function best(index: WordIndex, words: string[]): number[] {
  const found = index.containing(words).map((id) => ({ id, distance: index.distance(id, words) }))
  return found
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id }) => id)
}
