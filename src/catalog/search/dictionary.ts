import { editDistance, typosAllowed } from './typos.ts'
import { singular } from './words.ts'

/** A word of the shop and how often it stands there; names are far likelier meant than words of stories. */
export type Entry = { word: string; count: number; isName: boolean }

const NAME_WEIGHT = 1_000

type Candidate = Entry & { letters: number }

/** Knows the shop's words, and which of them somebody meant who typed another. */
export type Dictionary = {
  has(word: string): boolean
  /** The nearest word, the likeliest of equally near ones. `begun`: it may go on after what was typed. */
  nearest(typed: string, begun?: boolean): string | null
}

export function createDictionary(entries: Iterable<Entry>): Dictionary {
  const candidates = candidatesOf(entries)
  return {
    has: (word) => candidates.has(word) || candidates.has(singular(word)),
    nearest(typed, begun = false) {
      const most = typosAllowed(typed)
      return most === 0 ? null : (best(candidates.values(), typed, most, begun)?.word ?? null)
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
  most: number,
  begun: boolean,
): Candidate | null {
  const letters = lettersIn(typed)
  let found: Candidate | null = null
  let fewest = most
  for (const candidate of candidates) {
    if (!isWorthComparing(candidate, typed, letters, fewest, begun)) continue
    const slips = editDistance(typed, candidate.word, fewest, begun)
    if (slips > fewest || (slips > 1 && candidate.word[0] !== typed[0])) continue
    if (slips === fewest && found && isLikelier(found, candidate, typed)) continue
    found = candidate
    fewest = slips
  }
  return found
}

/** Rules out nearly all words by the letters they hold, which is quicker than counting slips. */
function isWorthComparing(candidate: Candidate, typed: string, ours: number, most: number, begun: boolean) {
  const { letters } = candidate
  if (!isLikely(candidate, typed, begun)) return false
  return countOf(ours & ~letters) <= most && (begun || countOf(letters & ~ours) <= most)
}

/** Short words are near to too many others: they are taken for names only, and for beginnings hardly. */
function isLikely({ word, isName }: Candidate, typed: string, begun: boolean): boolean {
  if (word.length < 3 || /\d/.test(word)) return false
  if (typed.length < 5 && !isName) return false
  return !begun || (typed.length > 3 && word[0] === typed[0])
}

const isLikelier = (one: Candidate, other: Candidate, typed: string) =>
  likeliness(one, typed) >= likeliness(other, typed)

/** Hands slip in the middle of a word more often than at its beginning. */
const likeliness = ({ word, count, isName }: Candidate, typed: string) =>
  (isName ? NAME_WEIGHT : 1) * (word[0] === typed[0] ? 2 : 1) * count

/** The letters of a word as bits, a to z; others share one. */
function lettersIn(word: string): number {
  let letters = 0
  for (let place = 0; place < word.length; place++) {
    const letter = word.charCodeAt(place) - 97
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  return letters
}

function countOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
