import { counted } from '#src/counted.ts'
import { paths } from '#src/paths.ts'
import type { ChangeRead, TypedBulk } from '#src/staff/catalog/bulk/change.ts'
import type { BulkPlan } from '#src/staff/catalog/bulk/plan.ts'
import type { Selection } from '#src/staff/catalog/bulk/selection.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { BulkTable } from './bulk-table.tsx'

type BulkPageProps = {
  selection: Selection
  total: number
  typed: TypedBulk
  change: ChangeRead | null
  plan: BulkPlan | null
  refusal: string | null
}

export const BulkPage = ({ selection, total, typed, change, plan, refusal }: BulkPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog(selection.query)}>Catalog</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.bulkEdits()}>Bulk edits</a>
      </p>
      <h1 class="desk__title">Edit many offers</h1>
      <p class="desk__intro">
        {total === 0
          ? 'Choose offers in the catalog first.'
          : `${counted(total, 'offer', 'offers')} chosen. You’ll see each change before anything is saved.`}
      </p>
    </header>
    {refusal && <Alert takesFocus>{refusal}</Alert>}
    {total > 0 && <ChangeForm selection={selection} typed={typed} change={change} />}
    {plan && plan.problems.length > 0 && (
      <ul>
        {plan.problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li>{problem}</li>
        ))}
      </ul>
    )}
    {plan && plan.problems.length === 0 && <Preview selection={selection} typed={typed} plan={plan} />}
  </>
)

const MAX_PROBLEMS = 20

/** What was chosen, in every form that follows. */
const Chosen = ({ selection }: { selection: Selection }) => (
  <>
    {selection.filters && <input type="hidden" name="all" value="1" />}
    {Object.entries(selection.query).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {selection.tokens.map((token) => (
      <input type="hidden" name="offer" value={token} />
    ))}
  </>
)

type ChangeFormProps = Pick<BulkPageProps, 'selection' | 'typed' | 'change'>

const ChangeForm = ({ selection, typed, change }: ChangeFormProps) => {
  const errorAt = (field: string) =>
    change && !change.ok && change.field === field ? { error: change.message } : {}
  return (
    <section class="desk-panel" aria-labelledby="change_title">
      <h2 class="desk-panel__title" id="change_title">
        Change
      </h2>
      <Form action={paths.bulkEdit()} method="get" class="edit-form" novalidate>
        <Chosen selection={selection} />
        <div class="field">
          <label class="field__label" for="bulk_change">
            What to change
          </label>
          <select class="field__input" id="bulk_change" name="change">
            {CHANGES.map(([value, words]) => (
              <option value={value} selected={value === typed.change}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <Field
          id="bulk_percent"
          name="percent"
          label="Percent"
          hint="5 raises, -7.5 lowers"
          inputmode="decimal"
          maxlength={10}
          value={typed.percent}
          {...errorAt('percent')}
        />
        <Field
          id="bulk_dollars"
          name="dollars"
          label="Dollars"
          hint="1.50 raises, -2 lowers; per pound where sold by weight"
          inputmode="decimal"
          maxlength={10}
          value={typed.dollars}
          {...errorAt('dollars')}
        />
        <Field
          id="bulk_first"
          name="first"
          label="First place"
          hint="The others follow in the list’s order."
          inputmode="numeric"
          maxlength={6}
          value={typed.first}
          {...errorAt('first')}
        />
        <Field
          id="bulk_badge"
          name="badge"
          label="Badge"
          hint="Shown only with current evidence"
          maxlength={40}
          value={typed.badge}
          {...errorAt('badge')}
        />
        <Field id="bulk_reason" name="reason" label="Why" maxlength={200} value={typed.reason} />
        <p class="edit-form__end">
          <button type="submit" class="button button--quiet">
            Show what would change
          </button>
        </p>
      </Form>
    </section>
  )
}

const CHANGES: [value: string, words: string][] = [
  ['price_percent', 'Prices, by a percentage'],
  ['price_amount', 'Prices, by an amount'],
  ['hide', 'Hide their products'],
  ['publish', 'Publish their products'],
  ['place', 'Place of their products in listings'],
  ['badge_add', 'Add a badge to their products'],
  ['badge_remove', 'Remove a badge from their products'],
]

type PreviewProps = { selection: Selection; typed: TypedBulk; plan: BulkPlan }

const Preview = ({ selection, typed, plan }: PreviewProps) => {
  if (plan.rows.length === 0) return <p class="desk-panel__note">That would change nothing.</p>
  const isFar = plan.rows.some((row) => row.isFar)
  return (
    <div class="listed">
      <h2 class="listed__title">
        What would change <span class="listed__count">{plan.rows.length.toLocaleString('en-US')}</span>
      </h2>
      <BulkTable
        rows={plan.rows.map((row) => ({ ...row, unit: row.isPerPound ? '/lb' : '' }))}
        label="What would change"
      />
      <Form action={paths.bulkEdit()} method="post" class="edit-form">
        <Chosen selection={selection} />
        {Object.entries(typed).map(
          ([name, value]) => value && <input type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="version" value={plan.version} />
        {isFar && (
          <label class="tick">
            <input type="checkbox" name="confirmed" value="1" />
            Yes, prices a hundred times higher or lower are right
          </label>
        )}
        <p class="edit-form__end">
          <button type="submit" class="button">
            Change {counted(plan.rows.length, 'item', 'items')}
          </button>
        </p>
      </Form>
    </div>
  )
}
