import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { oncePerCatalog, remembering } from './catalog-cache.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { expressionsOf } from './expression.ts'
import { createMatching, type Matching } from './matches.ts'
import { correctWords } from './spelling.ts'
import { synonymWords } from './synonyms.ts'
import { wordsSought } from './words.ts'

const SEARCHES_KEPT = 300

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
  const matching = createMatching(db)
  return remembering(SEARCHES_KEPT, (question) => {
    const [how, ...words] = question.split(' ').filter(Boolean)
    return how === 'exactly' ? find(matching, words) : findMeant(db, matching, words, dictionary)
  })
})

function findMeant(db: Db, matching: Matching, words: string[], dictionary: Dictionary): Found {
  const isKnown = (word: string) => dictionary.has(word) || isIndexed(db, word)
  const meant = correctWords(words, { dictionary, isKnown })
  const isOther = meant.join('') !== words.join('')
  return { ...find(matching, meant), meant: isOther ? meant.join(' ') : null }
}

function find(matching: Matching, words: string[]): Found {
  if (words.length === 0) return { ids: [], meant: null, isLoose: false }
  return { ...matching(expressionsOf(words)), meant: null }
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

const statements = oncePerDatabase((db) => ({
  any: db.select({ id: sql<number>`rowid` }).from(index).where(isMatch).limit(1).prepare(),
  vocabulary: db
    .select({ word: sql<string>`term`, column: sql<'title' | 'notes'>`col`, count: sql<number>`doc` })
    .from(sql`search_vocabulary`)
    .prepare(),
}))
