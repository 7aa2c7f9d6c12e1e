import type { Child } from 'hono/jsx'
import type { Fields, RowsField, Field as SettingField } from '#src/shop-settings/fields.ts'
import { LOGO_SIZE, logoOf } from '#src/shop-settings/logo.ts'
import type { Typed } from '#src/shop-settings/typed.ts'
import type { Problem } from '#src/staff/shop-settings/problems.ts'
import { Field } from '../../shared/field.tsx'
import { Labelled, readWith } from '../../shared/labeled.tsx'
import { LogoPicture } from '../../shared/logo.tsx'
import { Picture } from '../../shared/picture.tsx'
import { TextArea } from '../../shared/text-area.tsx'

type FieldsProps = { fields: Fields; typed: Typed; problems: Problem[] }

/** The form of any setting, from what it's made of. */
export const SettingFields = ({ fields, typed, problems }: FieldsProps) => (
  <>
    {Object.entries(fields).map(([name, field]) =>
      field.kind === 'rows' ? (
        <Rows field={field} name={name} rows={(typed[name] ?? []) as Typed[]} problems={problems} />
      ) : (
        <One field={field} path={name} name={name} typed={typed[name]} problems={problems} />
      ),
    )}
  </>
)

type RowsProps = { field: RowsField; name: string; rows: Typed[]; problems: Problem[] }

/** The last row is empty, to add one. */
function Rows({ field, name, rows, problems }: RowsProps) {
  const shown = rows.length < field.max ? [...rows, {}] : rows
  const keyLabel = field.of[field.key]?.label ?? ''
  return (
    <fieldset class="setting-rows">
      <legend class="setting-rows__title">{field.label}</legend>
      <p class="field__hint">
        To remove one, clear “{keyLabel}”. Use the empty one at the end to add another.
      </p>
      {problems
        .filter(({ path }) => path === name)
        .map(({ message }) => (
          <p class="field__error">{message}</p>
        ))}
      {shown.map((row, index) => (
        <fieldset class="setting-row">
          <legend class="visually-hidden">{rowTitle(field, row, index)}</legend>
          {Object.entries(field.of).map(([part, of]) => (
            <One
              field={of}
              path={`${name}.${index}.${part}`}
              name={`${name}[${index}][${part}]`}
              typed={row[part]}
              problems={problems}
            />
          ))}
        </fieldset>
      ))}
    </fieldset>
  )
}

const rowTitle = ({ key, label }: RowsField, row: Typed, index: number) =>
  String(row[key] ?? '') || `${label}, ${index + 1}`

type OneProps = {
  field: Exclude<SettingField, RowsField> | SettingField
  path: string
  name: string
  typed: Typed[string] | undefined
  problems: Problem[]
}

function One({ field, path, name, typed, problems }: OneProps): Child {
  const error = problems.find((problem) => problem.path === path)?.message
  const text = typeof typed === 'string' ? typed : ''
  const shared = {
    id: `setting_${path.replaceAll('.', '_')}`,
    name,
    label: field.label,
    ...(field.hint && { hint: field.hint }),
    ...(error && { error }),
  }
  switch (field.kind) {
    case 'text':
      return field.hidden ? (
        <input type="hidden" name={name} value={text} />
      ) : (
        <Field {...shared} value={text} maxlength={field.max} autocomplete="off" />
      )
    case 'long':
      return <TextArea {...shared} value={text} maxlength={field.max} rows={field.rows ?? 6} />
    case 'choice':
      return <Choice {...shared} options={field.options} value={text} />
    case 'check':
      return <Check {...shared} isOn={typed === true} />
    case 'weekdays':
      return <Weekdays {...shared} days={Array.isArray(typed) ? typed.map(String) : []} />
    case 'color':
      return <Field {...shared} type="color" value={text} class="setting-color" />
    case 'money':
      return (
        <Field {...shared} label={`${field.label}, $`} value={text} inputmode="decimal" autocomplete="off" />
      )
    case 'percent':
    case 'whole':
      return <Field {...shared} value={text} inputmode="decimal" autocomplete="off" />
    case 'logo':
      return <LogoField {...shared} value={text} />
    case 'picture':
      return <PictureField {...shared} value={text} />
    case 'rows':
      return null
  }
}

const FileInput = ({ id, name, label, hint, error }: Shared) => (
  <Labelled id={id} label={label} hint={hint} error={error} class="field">
    <input
      class="field__input"
      type="file"
      id={id}
      name={name}
      accept="image/png,image/jpeg,image/webp"
      {...readWith({ id, hint, error })}
    />
  </Labelled>
)

/** The file to upload, and the logo so far, which a hidden field keeps. */
function LogoField({ value, ...shared }: Shared & { value: string }) {
  const logo = logoOf(value, 'The logo so far', '')
  return (
    <>
      <FileInput {...shared} name={`${shared.name}_file`} />
      {logo && (
        <>
          <input type="hidden" name={shared.name} value={value} />
          <LogoPicture logo={logo} within={LOGO_SIZE} />
          <label class="tick">
            <input type="checkbox" name={`${shared.name}_none`} value="1" />
            No logo: show the shop’s name
          </label>
        </>
      )}
    </>
  )
}

/** The same for a picture of a row: 'slides[0][picture]' is sent as 'slides[0][picture_file]'. */
const PictureField = ({ value, ...shared }: Shared & { value: string }) => (
  <>
    <FileInput {...shared} name={shared.name.replace(/\]$/, '_file]')} />
    {value !== '' && (
      <>
        <input type="hidden" name={shared.name} value={value} />
        <span class="setting-picture">
          <Picture name={value} sizes="12rem" />
        </span>
        <label class="tick">
          <input type="checkbox" name={shared.name.replace(/\]$/, '_none]')} value="1" />
          No picture
        </label>
      </>
    )}
  </>
)

type Shared = { id: string; name: string; label: string; hint?: string; error?: string }

const Choice = ({
  options,
  value,
  ...shared
}: Shared & { options: readonly { value: string; label: string }[]; value: string }) => (
  <Labelled id={shared.id} label={shared.label} hint={shared.hint} error={shared.error} class="field">
    <select
      class="field__input"
      id={shared.id}
      name={shared.name}
      {...readWith({ id: shared.id, hint: shared.hint, error: shared.error })}
    >
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  </Labelled>
)

const Check = ({ id, name, label, hint, isOn }: Shared & { isOn: boolean }) => (
  <div class="field">
    <label class="tick">
      <input type="checkbox" id={id} name={name} value="1" checked={isOn} />
      {label}
    </label>
    {hint && <p class="field__hint">{hint}</p>}
  </div>
)

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const Weekdays = ({ id, name, label, error, days }: Shared & { days: string[] }) => (
  <fieldset class="setting-weekdays" aria-describedby={error ? `${id}_error` : undefined}>
    <legend class="field__label">{label}</legend>
    {WEEKDAYS.map((weekday, number) => (
      <label class="tick">
        <input
          type="checkbox"
          name={`${name}[]`}
          value={String(number)}
          checked={days.includes(String(number))}
        />
        {weekday.slice(0, 3)}
        <span class="visually-hidden">{weekday.slice(3)}</span>
      </label>
    ))}
    {error && (
      <p class="field__error" id={`${id}_error`}>
        {error}
      </p>
    )}
  </fieldset>
)

/** What was typed, for a form that only confirms it. */
export const HiddenFields = ({ typed, within = '' }: { typed: Typed; within?: string }): Child => (
  <>
    {Object.entries(typed).map(([name, value]) => {
      const full = within === '' ? name : `${within}[${name}]`
      if (typeof value === 'boolean') return value ? <input type="hidden" name={full} value="1" /> : null
      if (typeof value === 'string') return <input type="hidden" name={full} value={value} />
      return value.map((one, index) =>
        typeof one === 'string' ? (
          <input type="hidden" name={`${full}[]`} value={one} />
        ) : (
          <HiddenFields typed={one} within={`${full}[${index}]`} />
        ),
      )
    })}
  </>
)
