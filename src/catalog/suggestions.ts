import type { Db } from '#db/client.ts'
import { currentListings } from './cached-index.ts'
import { leadOffers } from './lead-offers.ts'
import { cardsOf, type ListingCard, type ViewContext } from './listing.ts'
import { type Bits, centerBit, isAvailable, type ListingIndex, type Row } from './listing-index.ts'

const MAX_SUGGESTIONS = 4

/** The variety the visitor came for, which is never suggested itself. */
type Sought = { id: number; family: string; cut: string; animal: string }

/** A few varieties in stock, the closest to `sought` first. */
export function suggestions(db: Db, view: ViewContext, sought?: Sought): ListingCard[] {
  const { fcId, now } = view
  const { index, ask } = currentListings(db, now)
  const center = centerBit(index, fcId)
  const nearest = ask(`near ${fcId} ${sought?.id ?? ''}`, () => nearestRows(index, center, sought))
  const leads = leadOffers(index, nearest, { ranges: 0, center, sort: 'featured' })
  return cardsOf(db, view, leads).filter((card) => card.stock.kind !== 'sold_out')
}

/** How far from the variety sought: 0 is its family, 4 shares neither the cut nor the animal. */
const DISTANCES = [0, 1, 2, 3, 4] as const

function nearestRows(index: ListingIndex, center: Bits, sought?: Sought): Row[] {
  const near: Row[][] = DISTANCES.map(() => [])
  for (const row of index.rows) {
    const atDistance = near[sought ? distance(index, row, sought) : 0] ?? []
    if (atDistance.length === MAX_SUGGESTIONS || !isAvailable(index, row, center)) continue
    if (sought && index.rowOf.get(sought.id) === row) continue
    atDistance.push(row)
  }
  return near.flat().slice(0, MAX_SUGGESTIONS)
}

function distance({ families, animals, cuts }: ListingIndex, row: Row, sought: Sought): number {
  if (families.valueAt(row) === sought.family) return 0
  const sameAnimal = animals.valueAt(row) === sought.animal
  if (cuts.valueAt(row) === sought.cut) return sameAnimal ? 1 : 2
  return sameAnimal ? 3 : 4
}
