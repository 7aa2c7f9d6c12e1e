import type { Dictionary } from './dictionary.ts'

const SHORTEST_PART = 3

/** How words are put right: by which dictionary, which words are fine as they are, and whether the last is finished. */
export type Correction = { dictionary: Dictionary; isKnown: (word: string) => boolean; begun?: boolean }

/** The words that were meant: 'porkchop' in two, 'tender loin' in one, 'briskit' as the nearest word of the shop. */
export function correctWords(words: string[], mending: Correction): string[] {
  return joined(words, mending).flatMap((word, place, all) =>
    mending.isKnown(word) ? [word] : mended(word, place === all.length - 1, mending),
  )
}

function mended(word: string, isLast: boolean, { dictionary, begun }: Correction): string[] {
  const nearest = () => dictionary.nearest(word) ?? (begun && isLast ? dictionary.nearest(word, true) : null)
  return parted(word, dictionary) ?? [nearest() ?? word]
}

function parted(word: string, dictionary: Dictionary): string[] | null {
  for (let place = word.length - SHORTEST_PART; place >= SHORTEST_PART; place--) {
    const parts = [word.slice(0, place), word.slice(place)]
    if (parts.every((part) => dictionary.has(part))) return parts
  }
  return null
}

/** Two words that the shop writes as one. */
function joined(words: string[], { dictionary }: Correction): string[] {
  const result: string[] = []
  for (const word of words) {
    const previous = result.at(-1) ?? ''
    const isPart = Math.min(previous.length, word.length) >= SHORTEST_PART
    if (isPart && dictionary.has(previous + word)) result[result.length - 1] = previous + word
    else result.push(word)
  }
  return result
}
