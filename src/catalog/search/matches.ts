import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { remembering } from './catalog-cache.ts'

const PIECES_KEPT = 1_000
/** Relevance in steps, fine enough that a name, a cut, a farm and a note stand on different ones. */
const STEPS = 6

/** The varieties that one thing looked for is found in, and how well: scores are negative, the best least. */
type Matches = { ids: Int32Array; scores: Float64Array }

/** The varieties in which everything looked for is found, best first; where there is none, those with some of it. */
export type Matching = (expressions: string[]) => { ids: number[]; isLoose: boolean }

/**
 * Asks the index for each thing by itself and adds up the scores, which is what the index does when it is asked for
 * all at once. So what people look for in ever other combinations is ranked by the index only once.
 */
export function createMatching(db: Db): Matching {
  const matchesOf = remembering(PIECES_KEPT, (expression) => readMatches(db, expression))
  const shelf = readShelfOrder(db)
  return (expressions) => {
    const { scores, times } = addedUp(expressions.map(matchesOf))
    const strict = new Map([...scores].filter(([id]) => times.get(id) === expressions.length))
    const isLoose = strict.size === 0 && scores.size > 0
    return { ids: inOrder(isLoose ? scores : strict, shelf), isLoose }
  }
}

function readMatches(db: Db, expression: string): Matches {
  const rows = statements(db).matching.values({ expression }) as [number, number][]
  return { ids: Int32Array.from(rows, ([id]) => id), scores: Float64Array.from(rows, ([, score]) => score) }
}

/** What each variety scores in all, and how many of the things are found in it. */
function addedUp(found: Matches[]) {
  const scores = new Map<number, number>()
  const times = new Map<number, number>()
  for (const { ids, scores: own } of found) {
    ids.forEach((id, nth) => {
      scores.set(id, (scores.get(id) ?? 0) + (own[nth] ?? 0))
      times.set(id, (times.get(id) ?? 0) + 1)
    })
  }
  return { scores, times }
}

type ShelfOrder = { ids: number[]; placeOf: Map<number, number> }

/**
 * Best first; where relevance hardly differs, in the order of the shelves. Step and place are sorted as one number,
 * since a search may find thousands.
 */
function inOrder(scores: Map<number, number>, { ids, placeOf }: ShelfOrder): number[] {
  let best = 0
  for (const score of scores.values()) best = Math.min(best, score)
  const step = Math.abs(best || 1) / STEPS
  const keys = new Float64Array(scores.size)
  let at = 0
  for (const [id, score] of scores) {
    keys[at++] = (Math.round(score / step) + STEPS) * ids.length + (placeOf.get(id) ?? 0)
  }
  return Array.from(keys.sort(), (key) => ids[key % ids.length] ?? 0)
}

function readShelfOrder(db: Db): ShelfOrder {
  const ids = statements(db)
    .shelfOrder.all()
    .map(({ id }) => id)
  return { ids, placeOf: new Map(ids.map((id, place) => [id, place])) }
}

/** A name weighs more than any number of mentions further right: name, cut, farm, badges, notes. */
const rank = sql<number>`bm25(variety_search, 10.0, 3.0, 0.8, 0.4, 0.02)`

const statements = oncePerDatabase((db) => ({
  matching: db
    .select({ id: sql<number>`rowid`, score: rank })
    .from(sql`variety_search`)
    .where(sql`variety_search match ${sql.placeholder('expression')}`)
    .orderBy(sql`rowid`)
    .prepare(),
  shelfOrder: db
    .select({ id: varieties.id })
    .from(varieties)
    .where(sql`varieties.hidden = 0`)
    .orderBy(varieties.featuredRank, varieties.id)
    .prepare(),
}))
