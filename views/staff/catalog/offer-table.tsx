import { paths } from '#src/paths.ts'
import { type CatalogFilters, type CatalogSort, offerState } from '#src/staff/catalog/list-filters.ts'
import type { ListedOffer } from '#src/staff/catalog/offer-list.ts'
import { priceWords, STATE_WORDS } from './catalog-words.ts'

type OfferTableProps = {
  items: ListedOffer[]
  /** Links that sort are left out without these. */
  sorting?: { filters: CatalogFilters; query: Record<string, string | undefined> }
  /** The form that the check boxes of the rows belong to. */
  form?: string
}

const COLUMNS: [key: CatalogSort | null, title: string, isFigure: boolean][] = [
  ['name', 'Offer', false],
  ['farm', 'Farm', false],
  ['cut', 'Cut', false],
  [null, 'Status', false],
  ['price', 'Price', true],
  ['on_hand', 'On hand', true],
  ['shelf', 'Place', true],
]

export const OfferTable = ({ items, sorting, form }: OfferTableProps) => (
  <section class="sheet" tabindex={0} aria-label="Offers">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          {form && (
            <th scope="col">
              <span class="visually-hidden">Choose</span>
            </th>
          )}
          {COLUMNS.map(([key, title, isFigure]) => (
            <th
              scope="col"
              class={isFigure ? 'sheet__figure' : undefined}
              aria-sort={key && sorting?.filters.sort === key ? directionOf(sorting.filters) : undefined}
            >
              {key && sorting ? (
                <a class="sheet__sort" href={sortLink(key, sorting)}>
                  {title}
                </a>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((offer) => (
          <Row offer={offer} form={form} />
        ))}
      </tbody>
    </table>
  </section>
)

const directionOf = ({ isDescending }: CatalogFilters) => (isDescending ? 'descending' : 'ascending')

function sortLink(key: CatalogSort, { filters, query }: NonNullable<OfferTableProps['sorting']>): string {
  const isAscendingNow = filters.sort === key && !filters.isDescending
  return paths.staffCatalog({ ...query, page: undefined, sort: isAscendingNow ? `-${key}` : key })
}

const Row = ({ offer, form }: { offer: ListedOffer; form: string | undefined }) => (
  <tr>
    {form && (
      <td class="sheet__check">
        <label>
          <input type="checkbox" name="offer" value={offer.token} form={form} />
          <span class="visually-hidden">
            Choose {offer.name}, {offer.label}
          </span>
        </label>
      </td>
    )}
    <th scope="row" class="sheet__code" title={`${offer.name}, ${offer.label}`}>
      <a href={paths.staffOffer(offer.token)}>
        {offer.name}, {offer.label}
      </a>
    </th>
    <td data-label="Farm" class="sheet__name" title={offer.farm}>
      <a href={paths.staffFarm(offer.farmSlug)}>{offer.farm}</a>
    </td>
    <td data-label="Cut">{offer.cutName}</td>
    <td data-label="Status">{STATE_WORDS[offerState(offer)]}</td>
    <td data-label="Price" class="sheet__figure">
      {priceWords(offer)}
      {offer.nextPriceAt !== null && <span class="stock__waiting">changes soon</span>}
      {offer.proposedCents !== null && <span class="stock__waiting">proposal</span>}
    </td>
    <td data-label="On hand" class="sheet__figure">
      {offer.onHand}
    </td>
    <td data-label="Place" class="sheet__figure">
      {offer.rank}
    </td>
  </tr>
)
