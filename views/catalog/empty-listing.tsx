import type { ListingCard } from '#src/catalog/listing.ts'
import { paths } from '#src/paths.ts'
import { inListingFrame } from './chosen-filters.tsx'
import { ListingCards } from './listing-cards.tsx'

type EmptyProps = { isFiltered: boolean; path: string; suggestions: ListingCard[] }

export const EmptyListing = ({ isFiltered, path, suggestions }: EmptyProps) => (
  <>
    {isFiltered ? (
      <div class="empty">
        <h3 class="empty__title">No products match all of your filters</h3>
        <p class="empty__words">Try removing one of the filters above, or start over.</p>
        <a class="button" href={path} {...inListingFrame}>
          Clear all filters
        </a>
      </div>
    ) : (
      <NothingHere isWholeShop={path === paths.shop()} />
    )}
    {suggestions.length > 0 && (
      <section class="shelf-instead" aria-labelledby="instead_title">
        <h3 class="shelf-instead__title" id="instead_title">
          In stock now
        </h3>
        <ListingCards cards={suggestions} kind="narrow" />
      </section>
    )}
  </>
)

const NothingHere = ({ isWholeShop }: { isWholeShop: boolean }) => (
  <div class="empty">
    <h3 class="empty__title">Nothing here today</h3>
    <p class="empty__words">
      Some cuts are seasonal, so check back soon.{!isWholeShop && " There's plenty more in the shop."}
    </p>
    {!isWholeShop && (
      <a class="button" href={paths.shop()}>
        Shop all
      </a>
    )}
  </div>
)
