import { paths } from '#src/paths.ts'
import type { CatalogItem } from '#src/staff/catalog/edit-item.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'

type AddPageProps = { title: string; parent: CatalogItem; form: EditFormProps }

/** A new product of a farm, or a new size of a product. */
export const AddPage = ({ title, parent, form }: AddPageProps) => {
  const isOfFarm = parent.kind === 'farm'
  const parentPath = isOfFarm ? paths.staffFarm(parent.token) : paths.staffVariety(parent.token)
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
          <a href={parentPath}>{parent.label}</a>
        </p>
        <h1 class="desk__title">{title}</h1>
      </header>
      <section class="desk-panel" aria-label={title}>
        <EditForm
          action={isOfFarm ? paths.addVariety(parent.token) : paths.addOffer(parent.token)}
          form={form}
        />
      </section>
    </>
  )
}
