import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { memoizeSearches } from './catalog-cache.ts'

/** Enough relevance levels to tell matches in a name, a cut, a farm and a note apart. */
const LEVELS = 6

/** The varieties that match one expression. bm25 scores are negative; the lowest is the best. */
type Matches = { ids: Int32Array; scores: Float64Array }

/** Variety ids that match all expressions, best first. `isLoose`: none did, so these match only some. */
export type Matching = (expressions: string[]) => { ids: number[]; isLoose: boolean }

/**
 * Ranks each expression by itself and adds up the scores, which gives the same ranking as one combined query. Searches
 * that share words then share cached rankings.
 */
export function createMatching(db: Db): Matching {
  const matchesOf = memoizeSearches((expression) => readMatches(db, expression))
  const featured = readFeaturedOrder(db)
  return (expressions) => {
    const { scores, counts } = addScores(expressions.map(matchesOf))
    const strict = new Map([...scores].filter(([id]) => counts.get(id) === expressions.length))
    const isLoose = strict.size === 0 && scores.size > 0
    return { ids: ranked(isLoose ? scores : strict, featured), isLoose }
  }
}

function readMatches(db: Db, expression: string): Matches {
  const rows = statements(db).matching.values({ expression }) as [number, number][]
  return { ids: Int32Array.from(rows, ([id]) => id), scores: Float64Array.from(rows, ([, score]) => score) }
}

function addScores(matches: Matches[]) {
  const scores = new Map<number, number>()
  const counts = new Map<number, number>()
  for (const { ids, scores: partial } of matches) {
    ids.forEach((id, index) => {
      scores.set(id, (scores.get(id) ?? 0) + (partial[index] ?? 0))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    })
  }
  return { scores, counts }
}

type FeaturedOrder = { ids: number[]; positionOf: Map<number, number> }

/** Level and position are sorted as one number, because a search can match thousands. */
function ranked(scores: Map<number, number>, { ids, positionOf }: FeaturedOrder): number[] {
  let best = 0
  for (const score of scores.values()) best = Math.min(best, score)
  const step = Math.abs(best || 1) / LEVELS
  const keys = new Float64Array(scores.size)
  let index = 0
  for (const [id, score] of scores) {
    keys[index++] = (Math.round(score / step) + LEVELS) * ids.length + (positionOf.get(id) ?? 0)
  }
  return Array.from(keys.sort(), (key) => ids[key % ids.length] ?? 0)
}

function readFeaturedOrder(db: Db): FeaturedOrder {
  const ids = statements(db)
    .featuredOrder.all()
    .map(({ id }) => id)
  return { ids, positionOf: new Map(ids.map((id, index) => [id, index])) }
}

/** Weights of name, cut, farm, badges and notes. A name outweighs any number of mentions elsewhere. */
const rank = sql<number>`bm25(variety_search, 10.0, 3.0, 0.8, 0.4, 0.02)`

const statements = oncePerDatabase((db) => ({
  matching: db
    .select({ id: sql<number>`rowid`, score: rank })
    .from(sql`variety_search`)
    .where(sql`variety_search match ${sql.placeholder('expression')}`)
    .orderBy(sql`rowid`)
    .prepare(),
  featuredOrder: db
    .select({ id: varieties.id })
    .from(varieties)
    .where(sql`varieties.hidden = 0`)
    .orderBy(varieties.featuredRank, varieties.id)
    .prepare(),
}))
