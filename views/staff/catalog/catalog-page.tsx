import { counted } from '#src/counted.ts'
import { paths } from '#src/paths.ts'
import { CATALOG_STATES, type CatalogFilters } from '#src/staff/catalog/list-filters.ts'
import type { CatalogChoices, OfferList } from '#src/staff/catalog/offer-list.ts'
import { Pager } from '../../catalog/pager.tsx'
import { Form } from '../../shared/form.tsx'
import { STATE_WORDS } from './catalog-words.ts'
import { OfferTable } from './offer-table.tsx'

type Query = Record<string, string | undefined>

type CatalogPageProps = { list: OfferList; filters: CatalogFilters; query: Query; choices: CatalogChoices }

export const CatalogPage = ({ list, filters, query, choices }: CatalogPageProps) => (
  <>
    <header class="desk__head desk__head--row">
      <div>
        <h1 class="desk__title">Catalog</h1>
        <p class="desk__intro">{totalSentence(list)}</p>
      </div>
      <nav class="desk-links" aria-label="More of the catalog">
        <a href={paths.staffFarms()}>Farms</a>
        <a href={paths.staffBundles()}>Bundles</a>
        <a href={paths.comingPrices()}>Coming prices</a>
        <a href={paths.bulkEdits()}>Bulk edits</a>
        <a href={paths.importCatalog()}>Import a file</a>
      </nav>
    </header>
    <FilterForm filters={filters} query={query} choices={choices} />
    {list.total === 0 ? (
      <NoOffers isFiltered={isFiltered(query)} hasFarm={choices.farms.length > 0} />
    ) : (
      <>
        <BulkForm total={list.total} query={query} />
        <OfferTable items={list.items} sorting={{ filters, query }} form={BULK_FORM} />
        <Pager page={list.page} pages={list.pages} path={paths.staffCatalog({ ...query, page: undefined })} />
      </>
    )}
  </>
)

const BULK_FORM = 'bulk_form'

/** The check boxes of the table belong to it. */
const BulkForm = ({ total, query }: { total: number; query: Query }) => (
  <Form method="get" action={paths.bulkEdit()} id={BULK_FORM} class="desk-filters">
    {Object.entries(query).map(
      ([name, value]) => value && name !== 'page' && <input type="hidden" name={name} value={value} />,
    )}
    <button type="submit" class="button button--quiet button--small">
      Edit the checked
    </button>
    <button type="submit" name="all" value="1" class="button button--quiet button--small">
      Edit all {total.toLocaleString('en-US')}
    </button>
  </Form>
)

function totalSentence({ items, first, total, pages }: OfferList): string {
  const shown = pages > 1 ? `, ${first}–${first + items.length - 1} here` : ''
  return `${counted(total, 'offer', 'offers')}${shown}.`
}

type FilterFormProps = Omit<CatalogPageProps, 'list'>

const FilterForm = ({ filters, query, choices }: FilterFormProps) => (
  <Form method="get" action={paths.staffCatalog()} class="desk-filters">
    {query.sort && <input type="hidden" name="sort" value={query.sort} />}
    <div class="field desk-filters__search">
      <label class="field__label" for="catalog_search">
        Name, weight, farm or token
      </label>
      <input
        class="field__input"
        type="search"
        id="catalog_search"
        name="q"
        value={filters.searched}
        maxlength={100}
        autocomplete="off"
        aria-keyshortcuts="/"
      />
    </div>
    <Select
      name="farm"
      label="Farm"
      value={filters.farm}
      options={choices.farms.map(({ slug, name }) => [slug, name])}
    />
    <Select
      name="cut"
      label="Cut"
      value={filters.cut}
      options={choices.cuts.map(({ cut, name }) => [cut, name])}
    />
    <Select
      name="state"
      label="Status"
      value={filters.state}
      options={CATALOG_STATES.map((state) => [state, STATE_WORDS[state]])}
    />
    <button type="submit" class="button button--quiet">
      Show
    </button>
    {Object.entries(query).some(([name, value]) => value && name !== 'sort' && name !== 'page') && (
      <a class="desk-filters__clear" href={paths.staffCatalog({ sort: query.sort })}>
        Clear
      </a>
    )}
  </Form>
)

type SelectProps = {
  name: string
  label: string
  value: string | null
  options: [value: string, label: string][]
}

const Select = ({ name, label, value, options }: SelectProps) => (
  <div class="field">
    <label class="field__label" for={`filter_${name}`}>
      {label}
    </label>
    <select class="field__input" id={`filter_${name}`} name={name}>
      <option value="">Any</option>
      {options.map(([option, words]) => (
        <option value={option} selected={option === value}>
          {words}
        </option>
      ))}
    </select>
  </div>
)

const isFiltered = ({ sort: _, page: __, ...filters }: Query) => Object.values(filters).some(Boolean)

const NoOffers = ({ isFiltered, hasFarm }: { isFiltered: boolean; hasFarm: boolean }) =>
  isFiltered ? (
    <section class="empty">
      <h2 class="empty__title">No offers match</h2>
      <p class="empty__words">Try fewer words, or another farm or status.</p>
      <a class="button button--quiet" href={paths.staffCatalog()}>
        See all offers
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">Nothing to sell yet</h2>
      <p class="empty__words">
        {hasFarm
          ? 'Open a farm to add a product and its sizes. Each size that shoppers can buy shows up here.'
          : 'Add your first farm, or import farms, products and prices from a file.'}
      </p>
      <a class="button" href={paths.staffFarms()}>
        {hasFarm ? 'Open a farm' : 'Add a farm'}
      </a>{' '}
      <a class="button button--quiet" href={paths.importCatalog()}>
        Import a file
      </a>
    </section>
  )
