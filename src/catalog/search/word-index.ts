import type { Entry } from './dictionary.ts'

/** Which of a list of things have words that begin so. A thing is its place in the list; its own name comes first. */
export type WordIndex = {
  words(): Entry[]
  places(beginning: string): Set<number>
  /** Things with a name that holds the beginnings of all `words`, in the order of the list. */
  holding(words: string[]): number[]
  /** How well the thing goes with `words`: 0 when its name begins so, 1 when it holds them, 2 for another name. */
  distance(place: number, words: string[]): number
}

export function createWordIndex(things: string[][][]): WordIndex {
  const placesByWord = new Map<string, Set<number>>()
  things.forEach((names, place) => {
    for (const word of names.flat()) placesByWord.set(word, (placesByWord.get(word) ?? new Set()).add(place))
  })
  const sorted = [...placesByWord.keys()].sort()

  function places(beginning: string): Set<number> {
    const found = new Set<number>()
    for (let at = firstAtLeast(sorted, beginning); sorted[at]?.startsWith(beginning); at++)
      for (const place of placesByWord.get(sorted[at] ?? '') ?? []) found.add(place)
    return found
  }

  return {
    words: () => sorted.map((word) => ({ word, count: placesByWord.get(word)?.size ?? 0, isName: true })),
    places,
    holding(words) {
      const [first, ...others] = words.map(places)
      const inAll = [...(first ?? [])].filter((place) => others.every((found) => found.has(place)))
      return inAll.sort((one, other) => one - other)
    },
    distance(place, words) {
      const [own = [], ...others] = things[place] ?? []
      if (goesOn(own, words)) return 0
      if (words.every((word) => own.some((one) => one.startsWith(word)))) return 1
      return others.some((name) => goesOn(name, words)) ? 2 : Number.POSITIVE_INFINITY
    },
  }
}

const goesOn = (name: string[], words: string[]) => name.join(' ').startsWith(words.join(' '))

function firstAtLeast(sorted: string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
