import { filtersQuery, hasFilters, SORTS } from '#src/catalog/filter-rules.ts'
import { listingPath } from '#src/paths.ts'
import { contentId } from '../shared/cached-fragments.ts'
import { Expandable } from '../shared/expandable.tsx'
import { Icon } from '../shared/icon.tsx'
import { Kept } from '../shared/kept.tsx'
import { pageTitle, usePage } from '../shared/page-facts.ts'
import { ChosenFilters, countedProducts } from './chosen-filters.tsx'
import { EmptyListing } from './empty-listing.tsx'
import { ListingCards } from './listing-cards.tsx'
import { FILTERS_FORM, ListingFiltersForm } from './listing-filters.tsx'
import type { ListingPageProps } from './listing-page.tsx'
import { Pager } from './pager.tsx'

export const ListingFrame = (props: ListingPageProps) => (
  <Kept of={`listing frame ${listingFacts(props)}`}>
    <Frame {...props} />
  </Kept>
)

/** All that a listing shows. */
export const listingFacts = ({ listing, category, filters, suggestions, title }: ListingPageProps): string =>
  [
    JSON.stringify([title, category?.slug, filtersQuery(filters)]),
    [listing.count, listing.page, listing.pages, contentId(listing.facets)],
    listing.cards.map(contentId),
    suggestions.map(contentId),
  ].join(' ')

/** Links leave the frame unless they name it. It is morphed, so that focus and open facets survive. */
function Frame({ listing, category, filters, suggestions, title }: ListingPageProps) {
  const path = listingPath(category)
  return (
    <turbo-frame
      id="shelf"
      class="shelf-frame"
      target="_top"
      data-turbo-action="advance"
      data-controller="filter-sort"
      data-title={pageTitle(title, usePage())}
      data-action="turbo:before-frame-render->filter-sort#morph turbo:before-morph-attribute->filter-sort#keep formdata->filter-sort#tidy"
    >
      <ListingFiltersForm
        facets={listing.facets}
        category={category}
        filters={filters}
        count={listing.count}
      />
      <section class="shelf-results" aria-labelledby="shelf_count">
        <div class="shelf-bar">
          <h2 class="shelf-count" id="shelf_count">
            <span role="status">{countedProducts(listing.count)}</span>
          </h2>
          <button
            type="button"
            class="button button--quiet button--small shelf-bar__filters"
            popovertarget="shelf_panel"
          >
            <Icon name="filter" /> Filter
          </button>
          <SortChoice sort={filters.sort} />
        </div>
        {hasFilters(filters) && <ChosenFilters facets={listing.facets} filters={filters} path={path} />}
        {listing.count === 0 ? (
          <EmptyListing isFiltered={hasFilters(filters)} path={path} suggestions={suggestions} />
        ) : (
          <Expandable
            id="shelf_cards"
            count={listing.cards.length}
            things={listing.pages > 1 ? 'on this page' : 'products'}
          >
            <ListingCards id="shelf_cards" cards={listing.cards} kind="narrow" />
          </Expandable>
        )}
        <Pager page={listing.page} pages={listing.pages} path={path + filtersQuery(filters)} />
      </section>
    </turbo-frame>
  )
}

const SortChoice = ({ sort }: { sort: string }) => (
  <div class="sort-choice">
    <label class="sort-choice__label" for="shelf_sort">
      Sort by
    </label>
    <select
      id="shelf_sort"
      class="sort-choice__select"
      name="sort"
      form={FILTERS_FORM}
      autocomplete="off"
      data-action="filter-sort#change"
    >
      {SORTS.map(({ id, name }) => (
        <option value={id} selected={id === sort}>
          {name}
        </option>
      ))}
    </select>
  </div>
)
