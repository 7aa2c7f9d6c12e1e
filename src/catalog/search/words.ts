export const MAX_LETTERS = 64
const MAX_WORDS = 8

const FILLERS = new Set('a an and for from i in my of on or s some the to with your'.split(' '))

/** The words of a text as the index tokenizes it: lowercase letters and digits, without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

export function queryWords(query: string): string[] {
  const words = wordsOf(query.slice(0, MAX_LETTERS)).slice(0, MAX_WORDS)
  const significant = words.filter((word) => !FILLERS.has(word))
  return significant.length > 0 ? significant : words
}

/** Only good enough to match 'patties' with 'patty'. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
