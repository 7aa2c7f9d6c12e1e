import type { ListingCard } from '#src/catalog/listing.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { TOKEN_SLOT } from '../shared/page-fragments.ts'
import { type CardProps, ProductCard } from './product-card.tsx'

const CARDS_KEPT = 5_000
const CARDS_IN_SIGHT = 4

const cardPiece = cacheFragments<CardProps>(
  { limit: CARDS_KEPT, known: ({ card, priority }) => ({ by: card, as: priority }) },
  (props) => `${<ProductCard {...props} token={TOKEN_SLOT} />}`,
)

/** Cards in a grid. Each is drawn once and kept; only the visitor's token is put in at each request. */
export function Shelf({ cards, lazy = false, id, kind }: ShelfProps) {
  const { pieces } = usePage()
  return (
    <ul id={id} class={kind ? `shelf shelf--${kind}` : 'shelf'}>
      {cards.map((card, nth) => pieces.place(cardPiece({ card, priority: lazy ? 'lazy' : priorityAt(nth) })))}
    </ul>
  )
}

function priorityAt(place: number): CardProps['priority'] {
  if (place === 0) return 'first'
  return place < CARDS_IN_SIGHT ? 'eager' : 'lazy'
}

type ShelfProps = {
  cards: ListingCard[]
  /** Below what is seen when the page opens. */
  lazy?: boolean
  id?: string
  /** Three beside the filters instead of four, or all in one row that is pushed sideways. */
  kind?: 'narrow' | 'row'
}
