/** What a search is cut down to: nobody means more than this. */
export const MOST_LETTERS = 64
const MOST_WORDS = 8

const FILLERS = new Set('a an and for from i in my of on or s some the to with your'.split(' '))

/** The words of a text as the index sees them: small letters and figures, without accents or signs. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words that somebody looks for; fillers count only when there is nothing else. */
export function wordsSought(query: string): string[] {
  const words = wordsOf(query.slice(0, MOST_LETTERS)).slice(0, MOST_WORDS)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** Good enough to tell that 'patties' and 'patty' are one word to a butcher. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
