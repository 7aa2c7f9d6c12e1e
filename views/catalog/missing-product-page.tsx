import type { ListingCard } from '#src/catalog/listing.ts'
import { paths } from '#src/paths.ts'
import { FirstBoxStrip } from './first-box-strip.tsx'
import { ListingCards } from './listing-cards.tsx'

export const MissingProductPage = ({ suggestions }: { suggestions: ListingCard[] }) => (
  <>
    <section class="refusal">
      <p class="refusal__status">404</p>
      <h1 class="refusal__title">We don't carry that anymore</h1>
      <p class="refusal__advice">
        This product is no longer available, or the link is wrong. Here's what's in stock right now.
      </p>
      <p class="refusal__ways">
        <a class="button" href={paths.shop()}>
          Browse the shop
        </a>
      </p>
    </section>
    <FirstBoxStrip />
    <Suggestions cards={suggestions} title="In stock now" />
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
      <ListingCards cards={cards} lazy />
    </section>
  )
}
