import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { memoizeSearches, oncePerCatalog } from './catalog-cache.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { expressionsOf } from './expression.ts'
import { createMatching, type Matching } from './matches.ts'
import { correctWords } from './spelling.ts'
import { synonymWords } from './synonyms.ts'
import { queryWords } from './words.ts'

export type Found = {
  ids: number[]
  /** Null if the query needed no correction. */
  correctedQuery: string | null
  /** No variety has all of the words; these have some. */
  isLoose: boolean
}

/** Ranks by name, then cut, farm, badges and notes (CAT-4). `exactly` turns spelling correction off. */
export const searchVarieties = (db: Db, query: string, exactly = false): Found =>
  searches(db)(`${exactly ? 'exactly' : 'freely'} ${queryWords(query).join(' ')}`)

const searches = oncePerCatalog((db) => {
  const dictionary = readDictionary(db)
  const matching = createMatching(db)
  return memoizeSearches((question) => {
    const [mode, ...words] = question.split(' ').filter(Boolean)
    return mode === 'exactly' ? find(matching, words) : findCorrected(db, matching, words, dictionary)
  })
})

function findCorrected(db: Db, matching: Matching, words: string[], dictionary: Dictionary): Found {
  const isKnown = (word: string) => dictionary.has(word) || isIndexed(db, word)
  const corrected = correctWords(words, { dictionary, isKnown })
  const isCorrected = corrected.join('') !== words.join('')
  return { ...find(matching, corrected), correctedQuery: isCorrected ? corrected.join(' ') : null }
}

function find(matching: Matching, words: string[]): Found {
  if (words.length === 0) return { ids: [], correctedQuery: null, isLoose: false }
  return { ...matching(expressionsOf(words)), correctedQuery: null }
}

const isIndexed = (db: Db, word: string) => statements(db).any.get({ expression: `"${word}"*` }) !== undefined

function readDictionary(db: Db): Dictionary {
  const rows = statements(db).vocabulary.all()
  const catalogWords = rows.map(({ word, column, count }) => ({ word, count, isName: column === 'title' }))
  return createDictionary([
    ...catalogWords,
    ...synonymWords.map((word) => ({ word, count: 1, isName: true })),
  ])
}

const index = sql`variety_search`
const isMatch = sql`variety_search match ${sql.placeholder('expression')}`

const statements = oncePerDatabase((db) => ({
  any: db.select({ id: sql<number>`rowid` }).from(index).where(isMatch).prepare(),
  vocabulary: db
    .select({ word: sql<string>`term`, column: sql<'title' | 'notes'>`col`, count: sql<number>`doc` })
    .from(sql`search_vocabulary`)
    .prepare(),
}))
