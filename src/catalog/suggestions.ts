import type { Db } from '#db/client.ts'
import { listShelf, type ShelfCard, type Standpoint } from './shelf.ts'

const MOST = 4

type Near = {
  /** The animal whose shelf comes first. */
  category?: string
  exceptSlug?: string
}

/** A few things that can be had, for a page that has nothing else to offer. */
export function suggestions(
  db: Db,
  standpoint: Standpoint,
  { category, exceptSlug }: Near = {},
): ShelfCard[] {
  const near = category ? listShelf(db, { ...standpoint, category }).cards : []
  const cards = [...near, ...listShelf(db, standpoint).cards]
  const bySlug = new Map(cards.map((card) => [card.slug, card]))
  return [...bySlug.values()]
    .filter((card) => card.slug !== exceptSlug && card.stock.kind !== 'sold_out')
    .slice(0, MOST)
}
