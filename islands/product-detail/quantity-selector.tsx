/** @jsxImportSource react */
import { Icon } from './icon.tsx'
import type { QuantityEvent, Range } from './quantity.ts'

type SelectorProps = {
  id: string
  label: string
  range: Range
  typed: string
  /** One less is none of it. */
  takesOut: boolean
  tell: (event: QuantityEvent) => void
}

/** Buttons and a field for one amount; the buttons show only where scripts run. */
export const QuantitySelector = ({ id, label, range, typed, takesOut, tell }: SelectorProps) => (
  <span className="quantity">
    <label className="visually-hidden" htmlFor={id}>
      {label}
    </label>
    <Step
      by={-1}
      name={takesOut ? 'Take it out of the box' : 'One less'}
      icon={takesOut ? 'bin' : 'minus'}
      id={id}
      tell={tell}
    />
    <input
      className="quantity__input"
      id={id}
      type="number"
      name="quantity"
      value={typed}
      min={range.min}
      max={range.max}
      step={1}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => tell({ type: 'typed', text: event.target.value })}
      onBlur={() => tell({ type: 'left' })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell({ type: 'left' })
      }}
    />
    <Step by={1} name="One more" icon="plus" id={id} tell={tell} />
  </span>
)

type StepProps = { by: 1 | -1; name: string; icon: 'minus' | 'bin' | 'plus' } & Pick<
  SelectorProps,
  'id' | 'tell'
>

const Step = ({ by, name, icon, id, tell }: StepProps) => (
  <button
    type="button"
    className="quantity__step"
    aria-label={name}
    aria-controls={id}
    onClick={() => tell({ type: 'stepped', by })}
  >
    <Icon name={icon} />
  </button>
)
