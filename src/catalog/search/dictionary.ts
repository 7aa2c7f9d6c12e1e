import { editDistance, typosAllowed } from './typos.ts'
import { singular } from './words.ts'

export type Entry = { word: string; count: number; isName: boolean }

/** A name is far likelier to be meant than a word from a story. */
const NAME_WEIGHT = 1_000

type Candidate = Entry & { letters: number }

export type Dictionary = {
  has(word: string): boolean
  /** The nearest word; the likeliest one on a tie. With `isPrefix`, the word may continue after the typed letters. */
  nearest(typed: string, isPrefix?: boolean): string | null
}

export function createDictionary(entries: Iterable<Entry>): Dictionary {
  const candidates = candidatesOf(entries)
  return {
    has: (word) => candidates.has(word) || candidates.has(singular(word)),
    nearest(typed, isPrefix = false) {
      const limit = typosAllowed(typed)
      return limit === 0 ? null : (best(candidates.values(), typed, limit, isPrefix)?.word ?? null)
    },
  }
}

function candidatesOf(entries: Iterable<Entry>): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const { word, count, isName } of entries) {
    for (const form of new Set([word, singular(word)])) {
      const known = candidates.get(form) ?? { count: 0, isName: false }
      candidates.set(form, {
        word: form,
        count: known.count + count,
        isName: known.isName || isName,
        letters: lettersIn(form),
      })
    }
  }
  return candidates
}

function best(
  candidates: Iterable<Candidate>,
  typed: string,
  limit: number,
  isPrefix: boolean,
): Candidate | null {
  const letters = lettersIn(typed)
  let found: Candidate | null = null
  let fewest = limit
  for (const candidate of candidates) {
    if (!isWorthComparing(candidate, typed, letters, fewest, isPrefix)) continue
    const typos = editDistance(typed, candidate.word, fewest, isPrefix)
    if (typos > fewest || (typos > 1 && candidate.word[0] !== typed[0])) continue
    if (typos === fewest && found && isLikelier(found, candidate, typed)) continue
    found = candidate
    fewest = typos
  }
  return found
}

/** Rules out nearly all words by their letters, which is faster than computing edit distances. */
function isWorthComparing(
  candidate: Candidate,
  typed: string,
  typedLetters: number,
  limit: number,
  isPrefix: boolean,
) {
  const { letters } = candidate
  if (!isLikely(candidate, typed, isPrefix)) return false
  return countOf(typedLetters & ~letters) <= limit && (isPrefix || countOf(letters & ~typedLetters) <= limit)
}

/** Short words are close to too many others, so they only match names, and prefixes only with care. */
function isLikely({ word, isName }: Candidate, typed: string, isPrefix: boolean): boolean {
  if (word.length < 3 || /\d/.test(word)) return false
  if (typed.length < 5 && !isName) return false
  return !isPrefix || (typed.length > 3 && word[0] === typed[0])
}

const isLikelier = (a: Candidate, b: Candidate, typed: string) => likeliness(a, typed) >= likeliness(b, typed)

/** The first letter is rarely mistyped. */
const likeliness = ({ word, count, isName }: Candidate, typed: string) =>
  (isName ? NAME_WEIGHT : 1) * (word[0] === typed[0] ? 2 : 1) * count

/** The letters of a word as bits, a to z. All other characters share one bit. */
function lettersIn(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) {
    const letter = word.charCodeAt(index) - 97
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  return letters
}

function countOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
