import type { ListingCard } from '#src/catalog/listing.ts'
import { paths } from '#src/paths.ts'
import { within } from './chosen-filters.tsx'
import { Shelf } from './listing.tsx'

type EmptyProps = { isFiltered: boolean; path: string; suggestions: ListingCard[] }

/** Nothing to show: because of what was asked for, or because the shelf is bare. Either way there is a way on. */
export const EmptyListing = ({ isFiltered, path, suggestions }: EmptyProps) => (
  <>
    {isFiltered ? (
      <div class="empty">
        <h3 class="empty__title">Nothing has all of that today</h3>
        <p class="empty__words">
          No single product has everything you ticked. Take something back above, or start over.
        </p>
        <a class="button" href={path} {...within}>
          Clear all filters
        </a>
      </div>
    ) : (
      <div class="empty">
        <h3 class="empty__title">This shelf is bare today</h3>
        <p class="empty__words">Farms bring what the season gives. Everything else is where it always is.</p>
        <a class="button" href={paths.shop()}>
          See the whole shop
        </a>
      </div>
    )}
    {suggestions.length > 0 && (
      <section class="shelf-instead" aria-labelledby="instead_title">
        <h3 class="shelf-instead__title" id="instead_title">
          In the case right now
        </h3>
        <Shelf cards={suggestions} kind="narrow" />
      </section>
    )}
  </>
)
