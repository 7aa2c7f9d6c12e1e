import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { type ListingFilters, NO_FILTERS } from './filter-rules.ts'
import { type ListingCard, listProducts, type ViewContext } from './listing.ts'

export type HomeRow = {
  id: string
  title: string
  intro: string
  filters: ListingFilters
  cards: ListingCard[]
  season?: Season
  isInSeason: boolean
}

export type Season = 'cold' | 'warm'

const ROWS: Omit<HomeRow, 'cards' | 'isInSeason'>[] = [
  {
    id: 'steaks',
    title: 'Steaks for Saturday',
    intro: 'Hot pan, salt, ten minutes of rest.',
    filters: { ...NO_FILTERS, cut: ['ribeye', 'strip', 'filet', 't-bone', 'tomahawk', 'sirloin', 'flank'] },
    season: 'warm',
  },
  {
    id: 'slow',
    title: 'Low and slow',
    intro: 'Cuts for a low oven and a good book.',
    filters: {
      ...NO_FILTERS,
      cut: ['brisket', 'chuck', 'short-ribs', 'shoulder', 'shank', 'ribs', 'belly', 'leg', 'stew'],
    },
    season: 'cold',
  },
  {
    id: 'sea',
    title: 'From the sea',
    intro: 'Small boats and cold rivers, frozen within hours.',
    filters: { ...NO_FILTERS, animal: ['seafood'] },
  },
]

const IN_A_ROW = 12
const MIN_IN_A_ROW = 3

/** Rows of products in stock that are not in `shownAbove`. Rows that come out too short are left out. */
export function homeRows(db: Db, view: ViewContext, shownAbove: ListingCard[]): HomeRow[] {
  const above = new Set(shownAbove.map(({ slug }) => slug))
  const season = seasonAt(view.now)
  return ROWS.map((row) => {
    const filters: ListingFilters = { ...row.filters, in_stock: ['1'] }
    const { cards } = listProducts(db, { ...view, filters, limit: IN_A_ROW + above.size })
    return {
      ...row,
      isInSeason: row.season === season,
      cards: cards.filter(({ slug }) => !above.has(slug)).slice(0, IN_A_ROW),
    }
  }).filter((row) => row.cards.length >= MIN_IN_A_ROW)
}

function seasonAt(now: Instant): Season {
  const month = new Date(now).getUTCMonth()
  return month >= 3 && month <= 8 ? 'warm' : 'cold'
}
