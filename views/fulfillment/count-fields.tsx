import { type Day, formatDate } from '#src/day.ts'
import type { DeliveryLine } from '#src/fulfillment/receiving.ts'
import { INSPECTION_NAMES } from '#src/stock/inspections.ts'

export type KnownLot = { offerId: number; code: string; bestBy: Day }

type CountFieldsProps = { line: DeliveryLine; index: number; lots: KnownLot[]; typed: unknown }

const REASONS = [
  'Short',
  'More than announced',
  'Damaged',
  'Wrong item',
  'Too warm',
  'The rest comes later',
] as const

/** Quantities are empty: what nobody counted is not counted. */
export function CountFields({ line, index, lots, typed }: CountFieldsProps) {
  const name = (field: string) => `lines[${index}][${field}]`
  const was = (field: string) => typedText(typed, index, field)
  const known = lots.filter(({ offerId }) => offerId === line.offerId)
  return (
    <fieldset class="count-form__line">
      <legend class="count-form__name">
        {line.name}, {line.label}
      </legend>
      <p class="count-form__due">{line.expected - line.received} expected</p>
      <input type="hidden" name={name('bid_item_token')} value={line.token} />
      <Field label="Packs counted" name={name('quantity')} value={was('quantity')} inputmode="numeric" />
      <Field
        label="Lot"
        name={name('lot')}
        value={was('lot')}
        list={known.length > 0 ? `lots_${index}` : undefined}
      />
      {known.length > 0 && (
        <datalist id={`lots_${index}`}>
          {known.map(({ code, bestBy }) => (
            <option value={code}>best by {formatDate(bestBy)}</option>
          ))}
        </datalist>
      )}
      <Field label="Best by" name={name('best_by')} value={was('best_by')} type="date" />
      <Field label="Packed on" name={name('pack_date')} value={was('pack_date')} type="date" />
      <label class="count-form__field">
        Different because
        <select class="field__input" name={name('reason')}>
          <option value="">The count is right</option>
          {REASONS.map((reason) => (
            <option selected={was('reason') === reason}>{reason}</option>
          ))}
        </select>
      </label>
      <details class="count-form__more" open={hasMore(was)}>
        <summary class="stock__open">More from the label</summary>
        <Field label="Harvested on" name={name('harvest_date')} value={was('harvest_date')} type="date" />
        <Field label="Frozen on" name={name('freeze_date')} value={was('freeze_date')} type="date" />
        <label class="count-form__field">
          Inspection
          <select class="field__input" name={name('inspection')}>
            {Object.entries(INSPECTION_NAMES).map(([value, words]) => (
              <option value={value} selected={was('inspection') === value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <Field label="Establishment number" name={name('establishment')} value={was('establishment')} />
        <label class="count-form__check">
          <input type="checkbox" name={name('new_lot')} value="1" checked={was('new_lot') !== ''} />
          This is a new lot
        </label>
      </details>
    </fieldset>
  )
}

/** A count that was refused keeps what is in the fold in sight. */
const hasMore = (was: (field: string) => string) =>
  !['', Object.keys(INSPECTION_NAMES)[0]].includes(was('inspection')) ||
  ['harvest_date', 'freeze_date', 'establishment', 'new_lot'].some((field) => was(field) !== '')

type FieldProps = {
  label: string
  name: string
  value: string
  type?: 'date'
  inputmode?: 'numeric'
  list?: string | undefined
}

const Field = ({ label, type, ...rest }: FieldProps) => (
  <label class="count-form__field">
    {label}
    <input
      class="field__input"
      type={type ?? 'text'}
      maxlength={type ? undefined : 40}
      autocomplete="off"
      {...rest}
    />
  </label>
)

function typedText(typed: unknown, index: number, field: string): string {
  const line: unknown = Array.isArray(typed) ? typed[index] : null
  const value = typeof line === 'object' && line !== null ? (line as Record<string, unknown>)[field] : ''
  return typeof value === 'string' ? value.slice(0, 200) : ''
}
