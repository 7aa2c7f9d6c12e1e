import type { FacetOption, Facets } from '#src/catalog/facets.ts'
import { type Facet, filtersQuery, type ListingFilters } from '#src/catalog/filter-rules.ts'
import type { Category } from '#src/catalog/rules.ts'
import { listingPath } from '#src/paths.ts'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { Expandable } from '../shared/expandable.tsx'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { countedProducts } from './chosen-filters.tsx'

export const FILTERS_FORM = 'shelf_filters'

type FiltersProps = { facets: Facets; category: Category | null; filters: ListingFilters; count: number }

const LISTS: { facet: Facet; title: string; things: string }[] = [
  { facet: 'animal', title: 'Animal', things: 'animals' },
  { facet: 'cut', title: 'Cut', things: 'cuts' },
  { facet: 'price', title: 'Price', things: 'prices' },
  { facet: 'badge', title: 'How it was raised', things: '' },
  { facet: 'farm', title: 'Farm', things: 'farms' },
]

const OPTIONS_SHOWN = 8

/** Cached per set of counts: rendering hundreds of checkboxes takes longer than rendering the cards. */
const filtersFragment = cacheFragments<FiltersProps>(
  ({ facets, category, filters, count }) =>
    [contentId(facets), category?.slug, filtersQuery(filters), count].join(' '),
  (props) => `${<Filters {...props} />}`,
)

export const ListingFiltersForm = ({ facets, category, filters, count }: FiltersProps) =>
  usePage().pieces.place(filtersFragment({ facets, category, filters, count }))

/** A sidebar on wide screens, a sheet over the cards on narrow ones. Both are the same form. */
const Filters = ({ facets, category, filters, count }: FiltersProps) => (
  <section id="shelf_panel" class="shelf-panel" popover="auto" aria-label="Filters">
    <header class="shelf-panel__head">
      <p class="shelf-panel__title">Filter</p>
      <button
        type="button"
        class="shelf-panel__close"
        popovertarget="shelf_panel"
        popovertargetaction="hide"
        aria-label="Close filters"
      >
        <Icon name="close" />
      </button>
    </header>
    <form
      id={FILTERS_FORM}
      class="shelf-panel__form"
      action={listingPath(category)}
      autocomplete="off"
      data-turbo-frame="shelf"
      data-filter-sort-target="form"
      data-action="change->filter-sort#change"
    >
      <InStock option={facets.in_stock[0]} isChosen={filters.in_stock.length > 0} />
      {LISTS.filter(({ facet }) => facets[facet].length > 0 && !(facet === 'animal' && category)).map(
        (list) => (
          <FacetList {...list} options={facets[list.facet]} chosen={filters[list.facet]} />
        ),
      )}
      <button type="submit" class="button button--wide shelf-panel__apply">
        Apply
      </button>
    </form>
    <footer class="shelf-panel__foot">
      <button
        type="button"
        class="button button--wide"
        popovertarget="shelf_panel"
        popovertargetaction="hide"
      >
        See {countedProducts(count)}
      </button>
    </footer>
  </section>
)

const InStock = ({ option, isChosen }: { option: FacetOption | undefined; isChosen: boolean }) => (
  <label class="facet-option facet-option--alone">
    <input type="checkbox" name="in_stock" value="1" checked={isChosen} />
    <span class="facet-option__name">In stock now</span>
    <ProductCount count={option?.count ?? 0} />
  </label>
)

type ListProps = (typeof LISTS)[number] & { options: FacetOption[]; chosen: string[] }

const FacetList = ({ facet, title, things, options, chosen }: ListProps) => (
  <details class="facet" open>
    <summary class="facet__summary">
      {title}
      <Icon name="down" />
    </summary>
    <fieldset>
      <legend class="visually-hidden">{title}</legend>
      <Expandable id={`facet_${facet}`} count={options.length} limit={OPTIONS_SHOWN} things={things}>
        <ul class="facet__options" id={`facet_${facet}`}>
          {options.map(({ value, name, count }) => (
            <li>
              <label class="facet-option">
                <input
                  type="checkbox"
                  name={facet}
                  value={value}
                  checked={chosen.includes(value)}
                  disabled={count === 0 && !chosen.includes(value)}
                />
                <span class="facet-option__name">{name}</span>
                <ProductCount count={count} />
              </label>
            </li>
          ))}
        </ul>
      </Expandable>
    </fieldset>
  </details>
)

const ProductCount = ({ count }: { count: number }) => (
  <span class="facet-option__count">
    {count}
    <span class="visually-hidden"> {count === 1 ? 'product' : 'products'}</span>
  </span>
)
