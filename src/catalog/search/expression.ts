import { type Meanings, meaningsOf } from './synonyms.ts'

/**
 * What is asked of the index, a piece for every thing looked for. Words are letters and figures only and stand in
 * quotes, so nothing that somebody types can be an operator.
 */
export function expressionsOf(words: string[]): string[] {
  const expressions: string[] = []
  for (let place = 0; place < words.length; ) {
    const known = meaningsOf(words.slice(place))
    const length = known?.length ?? 1
    expressions.push(expressionOf(words.slice(place, place + length), known?.meanings))
    place += length
  }
  return expressions
}

const allOf = (expressions: string[]) => expressions.join(' AND ')
const anyOf = (expressions: string[]) => expressions.join(' OR ')

function expressionOf(words: string[], meanings?: Meanings): string {
  const alternatives = [
    allOf(words.map(begunOrWhole)),
    ...(meanings?.names.map(quoted) ?? []),
    ...(meanings?.cuts.map((cut) => `cut : ${quoted(cut)}`) ?? []),
    ...(meanings?.farms.map((farm) => `farm : ${quoted(farm)}`) ?? []),
  ]
  return `(${anyOf(alternatives.map((one) => `(${one})`))})`
}

/** A whole word counts twice, once as its own beginning: 'ham' is ham before it is hamburger. */
const begunOrWhole = (word: string) =>
  word.length < 2 ? quoted(word) : `(${quoted(word)} OR ${quoted(word)}*)`

const quoted = (words: string) => `"${words}"`
