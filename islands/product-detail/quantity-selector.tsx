/** @jsxImportSource react */
import { Icon } from './icon.tsx'
import type { QuantityEvent, Range } from './quantity.ts'

type SelectorProps = {
  id: string
  label: string
  range: Range
  typed: string
  removes: boolean
  dispatch: (event: QuantityEvent) => void
}

export const QuantitySelector = ({ id, label, range, typed, removes, dispatch }: SelectorProps) => (
  <span className="quantity">
    <label className="visually-hidden" htmlFor={id}>
      {label}
    </label>
    <Step
      by={-1}
      name={removes ? 'Remove from box' : 'One less'}
      icon={removes ? 'bin' : 'minus'}
      id={id}
      dispatch={dispatch}
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
      onChange={(event) => dispatch({ type: 'typed', text: event.target.value })}
      onBlur={() => dispatch({ type: 'committed' })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') dispatch({ type: 'committed' })
      }}
    />
    <Step by={1} name="One more" icon="plus" id={id} dispatch={dispatch} />
  </span>
)

type StepProps = { by: 1 | -1; name: string; icon: 'minus' | 'bin' | 'plus' } & Pick<
  SelectorProps,
  'id' | 'dispatch'
>

const Step = ({ by, name, icon, id, dispatch }: StepProps) => (
  <button
    type="button"
    className="quantity__step"
    aria-label={name}
    aria-controls={id}
    onClick={() => dispatch({ type: 'stepped', by })}
  >
    <Icon name={icon} />
  </button>
)
