import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { allOf, anyOf, expressionsOf } from './expression.ts'
import { mendWords } from './mend.ts'
import { oncePerCatalog, remembering } from './once-per-catalog.ts'
import { synonymWords } from './synonyms.ts'
import { wordsSought } from './words.ts'

const MOST_FOUND = 5_000
const SEARCHES_KEPT = 300
/** Relevance in steps, fine enough that a name, a cut, a farm and a note stand on different ones. */
const STEPS = 6

export type Found = {
  /** Varieties, best first. */
  ids: number[]
  /** What was looked for instead of what was typed; null when that was right. */
  meant: string | null
  /** Nothing had all of the words: these have some. */
  isLoose: boolean
}

/**
 * Shown varieties by name, then cut, then farm, then badges and notes (CAT-4). Words may be begun only, mistyped, or
 * another butcher's; `exactly` takes them as they are.
 */
export const searchVarieties = (db: Db, query: string, exactly = false): Found =>
  searches(db)(`${exactly ? 'exactly' : 'freely'} ${wordsSought(query).join(' ')}`)

const searches = oncePerCatalog((db) => {
  const dictionary = readDictionary(db)
  return remembering(SEARCHES_KEPT, (question) => {
    const [how, ...words] = question.split(' ').filter(Boolean)
    return how === 'exactly' ? find(db, words) : findMeant(db, words, dictionary)
  })
})

function findMeant(db: Db, words: string[], dictionary: Dictionary): Found {
  const isKnown = (word: string) => dictionary.has(word) || isIndexed(db, word)
  const meant = mendWords(words, { dictionary, isKnown })
  const isOther = meant.join('') !== words.join('')
  return { ...find(db, meant), meant: isOther ? meant.join(' ') : null }
}

function find(db: Db, words: string[]): Found {
  if (words.length === 0) return { ids: [], meant: null, isLoose: false }
  const expressions = expressionsOf(words)
  const strict = idsOf(db, allOf(expressions))
  if (strict.length > 0 || expressions.length === 1) return { ids: strict, meant: null, isLoose: false }
  const loose = idsOf(db, anyOf(expressions))
  return { ids: loose, meant: null, isLoose: loose.length > 0 }
}

/** Best first; where relevance hardly differs, in the order of the shelves. Scores are negative, the best least. */
function idsOf(db: Db, expression: string): number[] {
  const rows = statements(db).matching.all({ expression })
  const step = Math.abs(rows[0]?.score ?? 1) / STEPS
  return rows
    .map((row) => ({ ...row, step: Math.round(row.score / step) }))
    .sort((one, other) => one.step - other.step || one.featuredRank - other.featuredRank)
    .map((row) => row.id)
}

/** Whether any product has the word, whatever its ending, or one that begins so. */
const isIndexed = (db: Db, word: string) => statements(db).any.get({ expression: `"${word}"*` }) !== undefined

function readDictionary(db: Db): Dictionary {
  const rows = statements(db).vocabulary.all()
  const shopWords = rows.map(({ word, column, count }) => ({ word, count, isName: column === 'title' }))
  return createDictionary([...shopWords, ...synonymWords.map((word) => ({ word, count: 1, isName: true }))])
}

const index = sql`variety_search`
const isMatch = sql`variety_search match ${sql.placeholder('expression')}`

/** A name weighs more than any number of mentions further right: name, cut, farm, badges, notes. */
const rank = sql`bm25(variety_search, 10.0, 3.0, 0.8, 0.4, 0.02)`

const statements = oncePerDatabase((db) => ({
  matching: db
    .select({ id: varieties.id, featuredRank: varieties.featuredRank, score: sql<number>`${rank} as score` })
    .from(index)
    .innerJoin(varieties, sql`varieties.id = variety_search.rowid`)
    .where(isMatch)
    .orderBy(sql`score`)
    .limit(MOST_FOUND)
    .prepare(),
  any: db.select({ id: sql<number>`rowid` }).from(index).where(isMatch).limit(1).prepare(),
  vocabulary: db
    .select({ word: sql<string>`term`, column: sql<'title' | 'notes'>`col`, count: sql<number>`doc` })
    .from(sql`search_vocabulary`)
    .prepare(),
}))
