import { raw } from 'hono/html'
import type { ShelfCard } from '#src/catalog/queries.ts'
import { keepPieces } from '../shared/kept-pieces.ts'
import { usePage } from '../shared/page-facts.ts'
import { type CardProps, ProductCard } from './product-card.tsx'

const CARDS_KEPT = 5_000
const CARDS_IN_SIGHT = 4

/** No card can contain it by itself: control characters never leave the escaper's input. */
const TOKEN_GOES_HERE = '\u0001token\u0001'

const cardHtml = keepPieces<CardProps>(CARDS_KEPT, (props) =>
  (<ProductCard {...props} token={TOKEN_GOES_HERE} />).toString(),
)

/** Cards in a grid. Each is drawn once and kept; only the visitor's token is put in at each request. */
export function Shelf({ cards, lazy = false }: { cards: ShelfCard[]; lazy?: boolean }) {
  const pieces = cards.map((card, place) => {
    const isInSight = !lazy && place < CARDS_IN_SIGHT
    return cardHtml({ card, priority: isInSight ? 'eager' : 'lazy' })
  })
  return <ul class="shelf">{raw(pieces.join('').replaceAll(TOKEN_GOES_HERE, usePage().token))}</ul>
}
