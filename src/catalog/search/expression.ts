import { type Meanings, meaningsOf } from './synonyms.ts'

/** Words are always quoted, so that no typed text can act as an FTS5 operator. */
export function expressionsOf(words: string[]): string[] {
  const expressions: string[] = []
  for (let start = 0; start < words.length; ) {
    const phrase = meaningsOf(words.slice(start))
    const length = phrase?.length ?? 1
    expressions.push(expressionOf(words.slice(start, start + length), phrase?.meanings))
    start += length
  }
  return expressions
}

const allOf = (expressions: string[]) => expressions.join(' AND ')
const anyOf = (expressions: string[]) => expressions.join(' OR ')

function expressionOf(words: string[], meanings?: Meanings): string {
  const alternatives = [
    allOf(words.map(wordOrPrefix)),
    ...(meanings?.names.map(quoted) ?? []),
    ...(meanings?.cuts.map((cut) => `cut : ${quoted(cut)}`) ?? []),
    ...(meanings?.farms.map((farm) => `farm : ${quoted(farm)}`) ?? []),
  ]
  return `(${anyOf(alternatives.map((alternative) => `(${alternative})`))})`
}

/** A whole word scores twice, as itself and as a prefix, so that 'ham' ranks above 'hamburger'. */
const wordOrPrefix = (word: string) =>
  word.length < 2 ? quoted(word) : `(${quoted(word)} OR ${quoted(word)}*)`

const quoted = (words: string) => `"${words}"`
