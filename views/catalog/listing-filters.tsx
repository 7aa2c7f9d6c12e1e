import type { FacetOption, Facets } from '#src/catalog/facets.ts'
import { type Facet, filtersQuery, type ListingFilters } from '#src/catalog/filter-rules.ts'
import type { Category } from '#src/catalog/rules.ts'
import { listingPath } from '#src/paths.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { Expandable } from '../shared/expandable.tsx'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { countedProducts } from './chosen-filters.tsx'

export const FILTERS_FORM = 'shelf_filters'

type FiltersProps = { facets: Facets; category: Category | null; wishes: ListingFilters; count: number }

const LISTS: { facet: Facet; title: string; things: string }[] = [
  { facet: 'animal', title: 'Animal', things: 'animals' },
  { facet: 'cut', title: 'Cut', things: 'cuts' },
  { facet: 'price', title: 'Price of a pack', things: 'prices' },
  { facet: 'badge', title: 'How it was raised', things: 'claims' },
  { facet: 'farm', title: 'Farm', things: 'farms' },
]

const LONGEST_LIST = 8

const FILTERS_KEPT = 200

/** Drawn once for all who see the same counts: with hundreds of boxes they cost more than the cards do. */
const filtersPiece = cacheFragments<FiltersProps>(
  { limit: FILTERS_KEPT, known: ({ facets, wishes }) => ({ by: facets, as: filtersQuery(wishes) }) },
  (props) => `${<Filters {...props} />}`,
)

export const ListingFiltersForm = ({ facets, category, wishes, count }: FiltersProps) =>
  usePage().pieces.place(filtersPiece({ facets, category, wishes, count }))

/** Beside the cards where there is room, a sheet over them where there is not: one form either way. */
const Filters = ({ facets, category, wishes, count }: FiltersProps) => (
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
      <InStock option={facets.in_stock[0]} isChosen={wishes.in_stock.length > 0} />
      {LISTS.filter(({ facet }) => facets[facet].length > 0 && !(facet === 'animal' && category)).map(
        (list) => (
          <FacetList {...list} options={facets[list.facet]} chosen={wishes[list.facet]} />
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
    <Count of={option?.count ?? 0} />
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
      <Expandable id={`facet_${facet}`} count={options.length} limit={LONGEST_LIST} things={things}>
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
                <Count of={count} />
              </label>
            </li>
          ))}
        </ul>
      </Expandable>
    </fieldset>
  </details>
)

const Count = ({ of }: { of: number }) => (
  <span class="facet-option__count">
    {of}
    <span class="visually-hidden"> {of === 1 ? 'product' : 'products'}</span>
  </span>
)
