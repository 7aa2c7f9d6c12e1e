import type { BulkEdit } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment } from '../../shared/local-time.ts'
import { BulkTable } from './bulk-table.tsx'

type MadeBulkEditPageProps = {
  edit: BulkEdit
  /** Of its rows. */
  labels: string[]
  /** Items that something else changed since. */
  changed: string[]
  refusal: string | null
}

export const MadeBulkEditPage = ({ edit, labels, changed, refusal }: MadeBulkEditPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.bulkEdits()}>Bulk edits</a>
      </p>
      <h1 class="desk__title">{edit.title}</h1>
      <p class="desk__intro">
        {edit.undoneAt === null
          ? `Applied ${formatMoment(edit.madeAt, SHOP_ZONE)}.`
          : `Undone ${formatMoment(edit.undoneAt, SHOP_ZONE)}.`}
      </p>
    </header>
    {refusal && <Alert takesFocus>{refusal}</Alert>}
    <BulkTable
      rows={edit.rows.map((row, nth) => ({ ...row, label: labels[nth] ?? row.key }))}
      label="Changes"
    />
    {edit.undoneAt === null && changed.length > 0 && (
      <p class="desk-panel__note">
        It can’t be undone anymore. Changed since: {changed.slice(0, 10).join('; ')}.
      </p>
    )}
    {edit.undoneAt === null && changed.length === 0 && (
      <Form action={paths.undoBulkEdit(edit.token)} method="post" class="edit-form">
        <p class="edit-form__end">
          <button type="submit" class="button button--quiet">
            Undo this edit
          </button>
        </p>
      </Form>
    )}
  </>
)
