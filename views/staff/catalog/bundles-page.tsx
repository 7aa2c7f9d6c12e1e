import { cutsWords } from '#src/catalog/bundle-rules.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { StaffBundle } from '#src/staff/catalog/bundle-list.ts'
import type { CatalogItem } from '#src/staff/catalog/edit-item.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'

export const BundlesPage = ({ bundles, form }: { bundles: StaffBundle[]; form: EditFormProps }) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a>
      </p>
      <h1 class="desk__title">Bundles</h1>
      <p class="desk__intro">
        A bundle is a box at one price, which shoppers fill from groups of cuts at{' '}
        <a href={paths.firstBox()}>{paths.firstBox()}</a>.
      </p>
    </header>
    {bundles.length > 0 && <BundleTable bundles={bundles} />}
    <section class="desk-panel" aria-labelledby="add_bundle">
      <h2 class="desk-panel__title" id="add_bundle">
        Add a bundle
      </h2>
      <EditForm action={paths.staffBundles()} form={form} />
    </section>
  </>
)

const BundleTable = ({ bundles }: { bundles: StaffBundle[] }) => (
  <section class="sheet" tabindex={0} aria-label="Bundles">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Bundle</th>
          <th scope="col">Shoppers pick</th>
          <th scope="col" class="sheet__figure">
            Choices
          </th>
          <th scope="col" class="sheet__figure">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {bundles.map(({ handle, name, slots, choices, price_cents, hidden }) => (
          <tr>
            <th scope="row">
              <a href={paths.staffBundle(handle)}>{name}</a>
              {hidden && <span class="desk-list__note"> hidden</span>}
            </th>
            <td data-label="Shoppers pick">{cutsWords(slots)}</td>
            <td class="sheet__figure" data-label="Choices">
              {choices}
            </td>
            <td class="sheet__figure" data-label="Price">
              {formatCents(price_cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

export const BundlePage = ({ item, form }: { item: CatalogItem; form: EditFormProps }) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.staffBundles()}>Bundles</a>
      </p>
      <h1 class="desk__title">{item.label}</h1>
      <p class="desk__intro">
        {item.entry.hidden === 'yes' ? (
          'Hidden: shoppers don’t see it.'
        ) : (
          <a href={paths.firstBox({ bundle: item.token })}>See it in the shop</a>
        )}
      </p>
    </header>
    <section class="desk-panel" aria-label="Bundle">
      <EditForm action={paths.staffBundle(item.token)} form={form} />
    </section>
  </>
)
