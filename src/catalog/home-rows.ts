import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import type { Collection } from '../shop-settings/page-settings.ts'
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

const IN_A_ROW = 12
const MIN_IN_A_ROW = 3

/** Rows of products in stock that are not in `shownAbove`. Rows that come out too short are left out. */
export function homeRows(
  db: Db,
  view: ViewContext,
  collections: readonly Collection[],
  shownAbove: ListingCard[],
): HomeRow[] {
  const above = new Set(shownAbove.map(({ slug }) => slug))
  const season = seasonAt(view.now)
  return collections
    .map(toRow)
    .map((row) => {
      const filters: ListingFilters = { ...row.filters, in_stock: ['1'] }
      const { cards } = listProducts(db, { ...view, filters, limit: IN_A_ROW + above.size })
      return {
        ...row,
        isInSeason: row.season === season,
        cards: cards.filter(({ slug }) => !above.has(slug)).slice(0, IN_A_ROW),
      }
    })
    .filter((row) => row.cards.length >= MIN_IN_A_ROW)
}

const toRow = ({ title, intro, animal, cuts, season }: Collection, index: number) => ({
  id: `collection_${index + 1}`,
  title,
  intro,
  filters: {
    ...NO_FILTERS,
    animal: animal === '' ? [] : [animal],
    cut: cuts.split(/\s+/).filter((cut) => cut !== ''),
  },
  ...((season === 'cold' || season === 'warm') && { season: season as Season }),
})

function seasonAt(now: Instant): Season {
  const month = new Date(now).getUTCMonth()
  return month >= 3 && month <= 8 ? 'warm' : 'cold'
}
