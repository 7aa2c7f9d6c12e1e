import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

type QuantityProps = {
  id: string
  label: string
  value: number
  min?: number
  max?: number
  /** Of its field, where one form has several. */
  name?: string
}

/** Must be inside an element with `data-controller="quantity-selector"`. Its buttons show only where scripts run. */
export const Quantity = ({ id, label, value, min, max, name }: QuantityProps) => (
  <span class="quantity">
    <label class="visually-hidden" for={id}>
      {label}
    </label>
    <Step action="less" name="One less" id={id}>
      <Icon name="minus" />
    </Step>
    <Field id={id} value={value} min={min} max={max} name={name} />
    <Step action="more" name="One more" id={id}>
      <Icon name="plus" />
    </Step>
  </span>
)

/** The selector that scripts put in place of an add button, once per page. Below the minimum it goes to zero. */
export const QuantityInPlace = () => (
  <template id="quantity_in_place">
    <fieldset class="quantity quantity--in-place" data-quantity-selector-target="inPlace">
      <legend class="visually-hidden">How many</legend>
      <input type="hidden" name="_method" value="put" />
      <Step action="less" name="One less" target="less">
        <Icon name="minus" />
        <Icon name="bin" />
      </Step>
      <Field />
      <Step action="more" name="One more" target="more">
        <Icon name="plus" />
      </Step>
    </fieldset>
  </template>
)

type StepProps = { action: 'less' | 'more'; name: string; id?: string; target?: string; children?: Child }

const Step = ({ action, name, id, target, children }: StepProps) => (
  <button
    type="button"
    class="quantity__step"
    data-action={`quantity-selector#${action}`}
    data-quantity-selector-target={target}
    aria-label={name}
    aria-controls={id}
  >
    {children}
  </button>
)

type FieldProps = Partial<Omit<QuantityProps, 'label'>>

const Field = ({ id, name = 'quantity', ...bounded }: FieldProps) => (
  <input
    id={id}
    class="quantity__input"
    type="number"
    name={name}
    {...bounded}
    step="1"
    inputmode="numeric"
    autocomplete="off"
    data-quantity-selector-target="input"
    data-action={TYPING}
  />
)

const TYPING = 'input->quantity-selector#type change->quantity-selector#change blur->quantity-selector#blur'
