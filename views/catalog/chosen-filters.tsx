import type { Facets } from '#src/catalog/facets.ts'
import { FACETS, filtersQuery, type ListingFilters, NO_FILTERS, without } from '#src/catalog/filter-rules.ts'
import { groupDigits } from '#src/money.ts'
import { Icon } from '../shared/icon.tsx'

type ChosenProps = { facets: Facets; filters: ListingFilters; path: string }

/** The active filters as chips that remove them. They are links, so they also work without scripts. */
export const ChosenFilters = ({ facets, filters, path }: ChosenProps) => (
  <ul class="chosen">
    {FACETS.flatMap((facet) =>
      filters[facet].map((value) => (
        <li>
          <a
            class="chip chosen__chip"
            href={path + filtersQuery(without(filters, facet, value))}
            {...inListingFrame}
          >
            <span class="visually-hidden">Remove </span>
            {facets[facet].find((option) => option.value === value)?.name ?? value}
            <Icon name="close" />
          </a>
        </li>
      )),
    )}
    <li>
      <a
        class="chosen__clear"
        href={path + filtersQuery({ ...NO_FILTERS, sort: filters.sort })}
        {...inListingFrame}
      >
        Clear all
      </a>
    </li>
  </ul>
)

export const inListingFrame = { 'data-turbo-frame': 'shelf', 'data-turbo-action': 'advance' }

export const countedProducts = (count: number) =>
  count === 1 ? '1 product' : `${groupDigits(String(count))} products`
