import { paths } from '#src/paths.ts'
import type { CatalogItem } from '#src/staff/catalog/edit-item.ts'
import type { StaffProduct } from '#src/staff/catalog/farm-list.ts'
import type { ListedOffer } from '#src/staff/catalog/offer-list.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import { OfferTable } from './offer-table.tsx'

type ItemPageProps = {
  item: CatalogItem
  form: EditFormProps
  /** Of a variety. */
  farm: CatalogItem | null
  offers: ListedOffer[]
  /** Of a farm. */
  products: StaffProduct[]
}

/** A farm or a variety. */
export const ItemPage = ({ item, form, farm, offers, products }: ItemPageProps) => {
  const isFarm = item.kind === 'farm'
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
          {farm ? (
            <a href={paths.staffFarm(farm.token)}>{farm.label}</a>
          ) : (
            <a href={paths.staffFarms()}>Farms</a>
          )}
        </p>
        <h1 class="desk__title">{item.label}</h1>
        <p class="desk__intro">
          <a href={isFarm ? paths.farmPictures(item.token) : paths.varietyPictures(item.token)}>Pictures</a>
          {' · '}
          {isFarm ? (
            <a href={paths.farm(item.token)}>See it in the shop</a>
          ) : item.entry.hidden === 'yes' ? (
            'Hidden: shoppers don’t see it.'
          ) : (
            <a href={paths.product(item.token)}>See it in the shop</a>
          )}
        </p>
      </header>
      {offers.length > 0 && <OfferTable items={offers} />}
      {isFarm && <Products products={products} />}
      <p class="desk-add">
        <a
          class="button button--quiet"
          href={isFarm ? paths.addVariety(item.token) : paths.addOffer(item.token)}
        >
          {isFarm ? 'Add a product' : 'Add a size'}
        </a>
      </p>
      <section class="desk-panel" aria-labelledby="texts_title">
        <h2 class="desk-panel__title" id="texts_title">
          {isFarm ? 'Farm' : 'Variety'}
        </h2>
        <EditForm
          action={isFarm ? paths.staffFarm(item.token) : paths.staffVariety(item.token)}
          form={form}
        />
      </section>
    </>
  )
}

/** Also those without a size, which the table of offers can't show. */
const Products = ({ products }: { products: StaffProduct[] }) =>
  products.length > 0 && (
    <section aria-labelledby="products_title">
      <h2 class="desk__section" id="products_title">
        Products
      </h2>
      <ul class="desk-list">
        {products.map(({ slug, name, isHidden }) => (
          <li>
            <a href={paths.staffVariety(slug)}>{name}</a>
            {isHidden && <span class="desk-list__note"> hidden</span>}
          </li>
        ))}
      </ul>
    </section>
  )
