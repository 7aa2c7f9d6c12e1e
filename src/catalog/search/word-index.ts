import type { Entry } from './dictionary.ts'

/** A prefix index over a list of items. An item's id is its index in the list; its first name is its own. */
export type WordIndex = {
  words(): Entry[]
  withPrefix(prefix: string): Set<number>
  /** Ids of the items whose names have a word for every prefix in `words`, in list order. */
  containing(words: string[]): number[]
  /** 0 if the item's own name starts with `words`, 1 if it contains them, 2 if another name starts with them. */
  distance(id: number, words: string[]): number
}

export function createWordIndex(items: string[][][]): WordIndex {
  const idsByWord = new Map<string, Set<number>>()
  items.forEach((names, id) => {
    for (const word of names.flat()) idsByWord.set(word, (idsByWord.get(word) ?? new Set()).add(id))
  })
  const sorted = [...idsByWord.keys()].sort()

  function withPrefix(prefix: string): Set<number> {
    const found = new Set<number>()
    for (let at = firstAtLeast(sorted, prefix); sorted[at]?.startsWith(prefix); at++)
      for (const id of idsByWord.get(sorted[at] ?? '') ?? []) found.add(id)
    return found
  }

  return {
    words: () => sorted.map((word) => ({ word, count: idsByWord.get(word)?.size ?? 0, isName: true })),
    withPrefix,
    containing(words) {
      const [first, ...others] = words.map(withPrefix)
      const inAll = [...(first ?? [])].filter((id) => others.every((found) => found.has(id)))
      return inAll.sort((a, b) => a - b)
    },
    distance(id, words) {
      const [own = [], ...others] = items[id] ?? []
      if (startsWith(own, words)) return 0
      if (words.every((word) => own.some((ownWord) => ownWord.startsWith(word)))) return 1
      return others.some((name) => startsWith(name, words)) ? 2 : Number.POSITIVE_INFINITY
    },
  }
}

const startsWith = (name: string[], words: string[]) => name.join(' ').startsWith(words.join(' '))

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
