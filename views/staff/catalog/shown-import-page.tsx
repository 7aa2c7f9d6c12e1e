import type { Child } from 'hono/jsx'
import type { Difference } from '#src/catalog/import/differences.ts'
import type { Problem } from '#src/catalog/import/problems.ts'
import type { ShownImport } from '#src/catalog/import/uploaded-catalog.ts'
import { counted } from '#src/counted.ts'
import { paths } from '#src/paths.ts'
import type { ImportGroups } from '#src/staff/catalog/import-groups.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'

type ShownImportPageProps = {
  fileHash: string
  replace: boolean
  shown: ShownImport
  groups: ImportGroups
  refusal: string | null
}

export const ShownImportPage = ({ fileHash, replace, shown, groups, refusal }: ShownImportPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.importCatalog()}>Import</a>
      </p>
      <h1 class="desk__title">What this file would change</h1>
      <p class="desk__intro">{summaryOf(shown, groups, replace)}</p>
    </header>
    {refusal && <Alert takesFocus>{refusal}</Alert>}
    <Refused problems={shown.problems} />
    <Changes title="Withdrawn" rows={groups.withdrawn} withValues={false} />
    <Changes title="New" rows={groups.added} withValues={false} />
    <Changes title="Changed" rows={groups.changed} withValues />
    {shown.problems.length === 0 && !shown.isEmpty && (
      <Form action={paths.shownImport(fileHash)} method="post" class="edit-form">
        <input type="hidden" name="version" value={shown.version} />
        {replace && <input type="hidden" name="replace" value="1" />}
        <p class="edit-form__end">
          <button type="submit" class="button">
            Apply {count(shown.differences.length, 'difference')}
          </button>
        </p>
      </Form>
    )}
  </>
)

const count = (total: number, noun: string) => counted(total, noun, `${noun}s`)

function summaryOf({ problems, isEmpty }: ShownImport, groups: ImportGroups, replace: boolean): string {
  if (problems.length > 0)
    return `${count(problems.length, 'problem')}: the file is imported whole or not at all.`
  if (isEmpty) return 'Nothing: the shop already matches the file.'
  const { added, changed, withdrawn } = groups
  const left = replace ? ' Products that the file leaves out are hidden.' : ''
  return `${added.length} new, ${count(changed.length, 'changed field')}, ${withdrawn.length} withdrawn.${left}`
}

const MAX_LISTED = 500

const Refused = ({ problems }: { problems: Problem[] }) =>
  problems.length === 0 ? null : (
    <Group title="Refused rows" total={problems.length}>
      <table class="sheet__table sheet__table--narrow">
        <thead>
          <tr>
            <th scope="col" class="sheet__figure">
              Line
            </th>
            <th scope="col">What’s wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, MAX_LISTED).map(({ line, reason }) => (
            <tr>
              <th scope="row" class="sheet__figure">
                {line}
              </th>
              <td class="sheet__words">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Group>
  )

type ChangesProps = { title: string; rows: Difference[]; withValues: boolean }

const Changes = ({ title, rows, withValues }: ChangesProps) =>
  rows.length === 0 ? null : (
    <Group title={title} total={rows.length}>
      <table class="sheet__table sheet__table--cards">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Kind</th>
            {withValues && (
              <>
                <th scope="col">Field</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_LISTED).map((row) => (
            <Row row={row} withValues={withValues} />
          ))}
        </tbody>
      </table>
    </Group>
  )

const Row = ({ row, withValues }: { row: Difference; withValues: boolean }) => (
  <tr>
    <th scope="row" class="sheet__code">
      {row.item}
    </th>
    <td data-label="Kind">{row.kind}</td>
    {withValues && (
      <>
        <td data-label="Field">{row.field}</td>
        <td data-label="Now" class="sheet__words">
          <s>{row.before ?? 'none'}</s>
        </td>
        <td data-label="Then" class="sheet__words">
          <b>{row.after}</b>
        </td>
      </>
    )}
  </tr>
)

type GroupProps = { title: string; total: number; children: Child }

const Group = ({ title, total, children }: GroupProps) => (
  <div class="listed">
    <h2 class="listed__title">
      {title} <span class="listed__count">{total.toLocaleString('en-US')}</span>
    </h2>
    <section class="sheet" tabindex={0} aria-label={`${title}, as a table`}>
      {children}
    </section>
    {total > MAX_LISTED && <p>And {(total - MAX_LISTED).toLocaleString('en-US')} more.</p>}
  </div>
)
