import type { Facets } from '#src/catalog/facets.ts'
import { FACETS, filtersQuery, type ListingFilters, NO_FILTERS, without } from '#src/catalog/filter-rules.ts'
import { Icon } from '../shared/icon.tsx'

type ChosenProps = { facets: Facets; wishes: ListingFilters; path: string }

/** Every wish as a chip that takes it back. They are links: without scripts and in a new tab they do the same. */
export const ChosenFilters = ({ facets, wishes, path }: ChosenProps) => (
  <ul class="chosen">
    {FACETS.flatMap((facet) =>
      wishes[facet].map((value) => (
        <li>
          <a class="chip chosen__chip" href={path + filtersQuery(without(wishes, facet, value))} {...within}>
            <span class="visually-hidden">Remove </span>
            {facets[facet].find((option) => option.value === value)?.name ?? value}
            <Icon name="close" />
          </a>
        </li>
      )),
    )}
    <li>
      <a class="chosen__clear" href={path + filtersQuery({ ...NO_FILTERS, sort: wishes.sort })} {...within}>
        Clear all
      </a>
    </li>
  </ul>
)

/** Answers within the frame, and still in the address. */
export const within = { 'data-turbo-frame': 'shelf', 'data-turbo-action': 'advance' }

export const countedProducts = (count: number) =>
  count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`
