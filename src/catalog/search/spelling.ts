import type { Dictionary } from './dictionary.ts'

const MIN_PART = 3

/** Known words are left alone. With `isTyping`, the last word may be unfinished. */
export type Correction = { dictionary: Dictionary; isKnown: (word: string) => boolean; isTyping?: boolean }

/** Corrects words: splits 'porkchop', joins 'tender loin' and replaces 'briskit' with the nearest word. */
export function correctWords(words: string[], correction: Correction): string[] {
  return joinParts(words, correction).flatMap((word, index, all) =>
    correction.isKnown(word) ? [word] : corrected(word, index === all.length - 1, correction),
  )
}

function corrected(word: string, isLast: boolean, { dictionary, isTyping }: Correction): string[] {
  const nearest = () =>
    dictionary.nearest(word) ?? (isTyping && isLast ? dictionary.nearest(word, true) : null)
  return split(word, dictionary) ?? [nearest() ?? word]
}

function split(word: string, dictionary: Dictionary): string[] | null {
  for (let at = word.length - MIN_PART; at >= MIN_PART; at--) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => dictionary.has(part))) return parts
  }
  return null
}

function joinParts(words: string[], { dictionary }: Correction): string[] {
  const result: string[] = []
  for (const word of words) {
    const previous = result.at(-1) ?? ''
    const isPart = Math.min(previous.length, word.length) >= MIN_PART
    if (isPart && dictionary.has(previous + word)) result[result.length - 1] = previous + word
    else result.push(word)
  }
  return result
}
