import type { ListingCard } from '#src/catalog/listing.ts'
import { paths } from '#src/paths.ts'
import { Shelf } from './listing.tsx'

/** An unknown or hidden product: says so, and shows what there is. */
export const MissingProductPage = ({ suggestions }: { suggestions: ListingCard[] }) => (
  <>
    <section class="refusal">
      <p class="refusal__status">404</p>
      <h1 class="refusal__title">We don't carry that any more</h1>
      <p class="refusal__advice">
        The product has left our shelves, or its address is mistyped. These are here, and good.
      </p>
      <p class="refusal__ways">
        <a class="button" href={paths.shop()}>
          Browse the shop
        </a>
      </p>
    </section>
    <Suggestions cards={suggestions} title="On the shelf right now" />
  </>
)

export function Suggestions({ cards, title }: { cards: ListingCard[]; title: string }) {
  if (cards.length === 0) return null
  return (
    <section class="section" aria-labelledby="suggestions_title">
      <header class="section__head">
        <h2 class="section__title" id="suggestions_title">
          {title}
        </h2>
      </header>
      <Shelf cards={cards} lazy />
    </section>
  )
}
