import type { FormValues } from '#src/staff/catalog/edit-entry.ts'
import { type EditField, PROOF_PARTS, proofField } from '#src/staff/catalog/edit-fields.ts'
import type { EditProblem } from '#src/staff/catalog/refused-edit.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { Labelled, readWith } from '../../shared/labeled.tsx'
import { TextArea } from '../../shared/text-area.tsx'
import { BundleGroups } from './bundle-groups.tsx'

export type EditFormProps = {
  fields: EditField[]
  /** As they are saved now. */
  values: FormValues
  version: string
  problem: EditProblem | undefined
  /** What a bundle's groups can hold. */
  offered?: { text: string; words: string }[]
  /** Its words; otherwise 'Save'. */
  button?: string
}

/** Of an item of the catalog. After a refusal, with what was typed. */
export const EditForm = ({ action, form }: { action: string; form: EditFormProps }) => {
  const { fields, values, version, problem, button = 'Save' } = form
  const shown = { ...values, ...problem?.typed }
  return (
    <>
      {problem && <Alert takesFocus>{problem.message}</Alert>}
      {problem && problem.conflicts.length > 0 && <Conflicts conflicts={problem.conflicts} />}
      <Form action={action} method="post" class="edit-form" novalidate>
        <input type="hidden" name="version" value={version} />
        {fields.map((field) => {
          const error = problem?.errors[field.name]
          if (field.as === 'proofs') return <Proofs field={field} values={shown} error={error} />
          if (field.as === 'groups')
            return <BundleGroups values={shown} error={error} offered={form.offered ?? []} />
          return <Control field={field} value={shown[field.name] ?? ''} error={error} />
        })}
        <p class="edit-form__end">
          <button type="submit" class="button">
            {button}
          </button>
        </p>
      </Form>
    </>
  )
}

const Conflicts = ({ conflicts }: { conflicts: EditProblem['conflicts'] }) => (
  <section class="sheet edit-form__conflicts" tabindex={0} aria-label="Both versions">
    <table class="sheet__table sheet__table--narrow">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Saved now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ label, saved, typed }) => (
          <tr>
            <th scope="row">{label}</th>
            <td class="sheet__words">{saved || 'Nothing'}</td>
            <td class="sheet__words">{typed || 'Nothing'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type ControlProps = { field: EditField; value: string; error: string | undefined }

const Control = ({ field, value, error }: ControlProps) => {
  const { name, label, as, hint, max = 200 } = field
  const id = `edit_${name.replace('.', '_')}`
  if (as === 'area' || as === 'list')
    return (
      <TextArea
        {...{ id, name, label, value, error }}
        {...(hint && { hint })}
        maxlength={as === 'list' ? 12_000 : max}
        rows={as === 'area' && max > 1_000 ? 8 : Math.max(3, value.split('\n').length)}
      />
    )
  if (as === 'choice') return <Choice {...{ id, field, value, error }} />
  return (
    <Field
      {...{ id, name, label, value }}
      {...(hint && { hint })}
      {...(error && { error })}
      maxlength={max}
      {...(as === 'number' && { inputmode: 'decimal' })}
      autocomplete="off"
    />
  )
}

const Choice = ({ id, field, value, error }: ControlProps & { id: string }) => (
  <Labelled id={id} label={field.label} hint={field.hint} error={error} class="field">
    <select class="field__input" id={id} name={field.name} {...readWith({ id, hint: field.hint, error })}>
      {field.choices?.map((choice) => (
        <option value={choice} selected={choice === value}>
          {choice.charAt(0).toUpperCase() + choice.slice(1)}
        </option>
      ))}
    </select>
  </Labelled>
)

const EMPTY_ROWS = 2
const MAX_ROWS = 12
const PART_LABELS = ['Badge', 'What it says', 'Evidence', 'Checked on', 'Valid until']

/** A row for each badge with evidence, and empty ones for more. Clearing a row removes it. */
const Proofs = ({
  field,
  values,
  error,
}: {
  field: EditField
  values: FormValues
  error: string | undefined
}) => {
  const filled = Object.keys(values).filter((name) => /^proof_\d+_badge$/.test(name)).length
  const rows = Math.min(MAX_ROWS, filled + EMPTY_ROWS)
  return (
    <fieldset class="edit-form__proofs" aria-describedby={error ? 'proofs_error' : undefined}>
      <legend class="field__label">{field.label}</legend>
      <p class="field__hint">
        The evidence for each badge, and how long it’s valid. Dates look like 2027-03-31; without an end it
        doesn't lapse.
      </p>
      {error && (
        <p class="field__error" id="proofs_error">
          {error}
        </p>
      )}
      {Array.from({ length: rows }, (_, nth) => (
        <div class="edit-form__proof">
          {PROOF_PARTS.map((part, index) => (
            <Field
              id={proofField(nth, part)}
              name={proofField(nth, part)}
              label={PART_LABELS[index] ?? part}
              value={values[proofField(nth, part)] ?? ''}
              maxlength={200}
              autocomplete="off"
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
