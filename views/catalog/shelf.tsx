import { raw } from 'hono/html'
import type { ShelfCard } from '#src/catalog/shelf.ts'
import { keepPieces, TOKEN_GOES_HERE } from '../shared/kept-pieces.ts'
import { usePage } from '../shared/page-facts.ts'
import { type CardProps, ProductCard } from './product-card.tsx'

const CARDS_KEPT = 5_000
const CARDS_IN_SIGHT = 4

/** A card's HTML in the parts between which the token goes. */
const cardParts = keepPieces<CardProps, string[]>(CARDS_KEPT, (props) =>
  (<ProductCard {...props} token={TOKEN_GOES_HERE} />).toString().split(TOKEN_GOES_HERE),
)

/** Cards in a grid. Each is drawn once and kept; only the visitor's token is put in at each request. */
export function Shelf({ cards, lazy = false, id, kind }: ShelfProps) {
  const { token } = usePage()
  const pieces = cards.map((card, place) =>
    cardParts({ card, priority: lazy ? 'lazy' : priorityAt(place) }).join(token),
  )
  return (
    <ul id={id} class={kind ? `shelf shelf--${kind}` : 'shelf'}>
      {raw(pieces.join(''))}
    </ul>
  )
}

function priorityAt(place: number): CardProps['priority'] {
  if (place === 0) return 'first'
  return place < CARDS_IN_SIGHT ? 'eager' : 'lazy'
}

type ShelfProps = {
  cards: ShelfCard[]
  /** Below what is seen when the page opens. */
  lazy?: boolean
  id?: string
  /** Three beside the filters instead of four, or all in one row that is pushed sideways. */
  kind?: 'narrow' | 'row'
}
