import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { type ListingFilters, NO_FILTERS } from './filter-rules.ts'
import { type ListingCard, listProducts, type Standpoint } from './listing.ts'

export type HomeRow = {
  id: string
  title: string
  words: string
  wishes: ListingFilters
  cards: ListingCard[]
  /** The half of the year in which people cook like this, and whether it is now. */
  season?: Season
  isInSeason: boolean
}

export type Season = 'cold' | 'warm'

/** What the home page puts in a row beside the shelves, as wishes that the listing fulfils in full. */
const ROWS: Omit<HomeRow, 'cards' | 'isInSeason'>[] = [
  {
    id: 'steaks',
    title: 'Steaks for Saturday',
    words: 'Hot pan, salt, ten minutes of rest.',
    wishes: { ...NO_FILTERS, cut: ['ribeye', 'strip', 'filet', 't-bone', 'tomahawk', 'sirloin', 'flank'] },
    season: 'warm',
  },
  {
    id: 'slow',
    title: 'For a long afternoon',
    words: 'Cuts that want a low oven and somebody reading nearby.',
    wishes: {
      ...NO_FILTERS,
      cut: ['brisket', 'chuck', 'short-ribs', 'shoulder', 'shank', 'ribs', 'belly', 'leg', 'stew'],
    },
    season: 'cold',
  },
  {
    id: 'sea',
    title: 'From the sea',
    words: 'Small boats and cold rivers, frozen within hours.',
    wishes: { ...NO_FILTERS, animal: ['seafood'] },
  },
]

const IN_A_ROW = 12
/** A row of fewer says more about the shelf than about dinner. */
const LEAST_IN_A_ROW = 3

/** Only what can be had today and was not `seen` above; rows that have too little of it are left out. */
export function homeRows(db: Db, standpoint: Standpoint, seen: ListingCard[]): HomeRow[] {
  const above = new Set(seen.map(({ slug }) => slug))
  const season = seasonAt(standpoint.now)
  return ROWS.map((row) => {
    const wishes: ListingFilters = { ...row.wishes, in_stock: ['1'] }
    const { cards } = listProducts(db, { ...standpoint, wishes, limit: IN_A_ROW + above.size })
    return {
      ...row,
      isInSeason: row.season === season,
      cards: cards.filter(({ slug }) => !above.has(slug)).slice(0, IN_A_ROW),
    }
  }).filter((row) => row.cards.length >= LEAST_IN_A_ROW)
}

/** April to September is warm, wherever the shop delivers. */
function seasonAt(now: Instant): Season {
  const month = new Date(now).getUTCMonth()
  return month >= 3 && month <= 8 ? 'warm' : 'cold'
}
