import { paths } from '#src/paths.ts'
import type { StaffFarm } from '#src/staff/catalog/farm-list.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'

export const FarmsPage = ({ farms, form }: { farms: StaffFarm[]; form: EditFormProps }) => (
  <>
    <header class="desk__head desk__head--row">
      <div>
        <p class="trail">
          <a href={paths.staffCatalog()}>Catalog</a>
        </p>
        <h1 class="desk__title">Farms</h1>
        <p class="desk__intro">
          {farms.length === 0
            ? 'No farm yet. Add the first one below.'
            : 'Open a farm to add a product or change its page.'}
        </p>
      </div>
    </header>
    {farms.length > 0 && <FarmTable farms={farms} />}
    <section class="desk-panel" aria-labelledby="add_farm">
      <h2 class="desk-panel__title" id="add_farm">
        Add a farm
      </h2>
      <EditForm action={paths.staffFarms()} form={form} />
    </section>
  </>
)

const FarmTable = ({ farms }: { farms: StaffFarm[] }) => (
  <section class="sheet" tabindex={0} aria-label="Farms">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Farm</th>
          <th scope="col">Place</th>
          <th scope="col" class="sheet__figure">
            Products
          </th>
          <th scope="col" class="sheet__figure">
            Sizes
          </th>
        </tr>
      </thead>
      <tbody>
        {farms.map(({ slug, name, town, state, products, offers }) => (
          <tr>
            <th scope="row">
              <a href={paths.staffFarm(slug)}>{name}</a>
            </th>
            <td data-label="Place">
              {town}, {state}
            </td>
            <td class="sheet__figure" data-label="Products">
              {products}
            </td>
            <td class="sheet__figure" data-label="Sizes">
              {offers}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
