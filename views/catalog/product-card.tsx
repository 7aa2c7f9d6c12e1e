import type { ListingCard } from '#src/catalog/listing.ts'
import { paths } from '#src/paths.ts'
import { Badges } from '../shared/badges.tsx'
import { Picture } from '../shared/picture.tsx'
import { Price } from '../shared/price.tsx'
import { RatingLine } from '../shared/rating.tsx'
import { StockNote } from '../shared/stock-note.tsx'
import { QuickAdd } from './quick-add.tsx'
import { WaitListLink } from './wait-list-link.tsx'
import { WeightChoiceLink } from './weight-choice.tsx'

const BADGES_SHOWN = 2
const SIZES = '(width >= 64em) 300px, (width >= 40em) 31vw, 46vw'

export type CardProps = { card: ListingCard; priority: 'lazy' | 'eager' | 'first' }

/** Rendered once for all visitors and cached; see `listing.tsx`. */
export function ProductCard({ card, priority, token }: CardProps & { token: string }) {
  const { offer, stock } = card
  const isSoldOut = stock.kind === 'sold_out'
  return (
    <li class={isSoldOut ? 'product-card product-card--out' : 'product-card'}>
      <div class="product-card__picture">
        <Picture name={card.picture} sizes={SIZES} priority={priority} alt="" />
        <Badges names={card.badges} limit={BADGES_SHOWN} />
      </div>
      <div class="product-card__words">
        <p class="product-card__farm">
          {card.farm}, {card.state}
        </p>
        <h3 class="product-card__name">
          <a class="product-card__link" href={paths.product(card.slug)}>
            {card.name}
          </a>
        </h3>
        {card.rating && <RatingLine rating={card.rating} compact />}
        <div class="product-card__weight">
          <span class="product-card__pack">
            {offer.label} · serves {offer.serves}
          </span>
          {card.weights > 1 && (
            <>
              {' '}
              <WeightChoiceLink {...card} class="product-card__more" />
            </>
          )}
        </div>
      </div>
      <div class="product-card__buy">
        <div>
          <Price offer={offer} />
          <StockNote stock={stock} />
        </div>
        {isSoldOut ? (
          <NotifyMe card={card} />
        ) : (
          <QuickAdd
            of={`${card.name}, ${offer.label}`}
            offer={offer}
            stock={stock}
            token={token}
            class="product-card__add"
          />
        )}
      </div>
    </li>
  )
}

const NotifyMe = ({ card: { name, offer } }: { card: ListingCard }) => (
  <WaitListLink token={offer.token} class="button button--small button--quiet product-card__add">
    Tell me when it's back<span class="visually-hidden">: {name}, sold out</span>
  </WaitListLink>
)
