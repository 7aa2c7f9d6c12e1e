import type { ListingCard } from '#src/catalog/listing.ts'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { TOKEN_SLOT } from '../shared/page-fragments.ts'
import { type CardProps, ProductCard } from './product-card.tsx'

const VISIBLE_CARDS = 4

const cardFragment = cacheFragments<CardProps>(
  ({ card, priority }) => `${contentId(card)} ${priority}`,
  (props) => `${<ProductCard {...props} token={TOKEN_SLOT} />}`,
)

/** Product cards. Each one is rendered once and cached; only the authenticity token is filled in per request. */
export function ListingCards({ cards, lazy = false, id, kind }: ListingCardsProps) {
  const { pieces } = usePage()
  return (
    <ul id={id} class={kind ? `shelf shelf--${kind}` : 'shelf'}>
      {cards.map((card, index) =>
        pieces.place(cardFragment({ card, priority: lazy ? 'lazy' : priorityAt(index) })),
      )}
    </ul>
  )
}

function priorityAt(index: number): CardProps['priority'] {
  if (index === 0) return 'first'
  return index < VISIBLE_CARDS ? 'eager' : 'lazy'
}

type ListingCardsProps = {
  cards: ListingCard[]
  lazy?: boolean
  id?: string
  /** `narrow`: three per row instead of four. `row`: all in one row that scrolls sideways. */
  kind?: 'narrow' | 'row'
}
