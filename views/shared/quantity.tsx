import { Icon } from './icon.tsx'

type QuantityProps = { id: string; label: string; value: number; min: number; max: number }

/**
 * A number between the least and the most that can be had. The steps show only where scripts run; the form it
 * stands in carries `data-controller="quantity-selector"`.
 */
export const Quantity = ({ id, label, value, min, max }: QuantityProps) => (
  <span class="quantity">
    <label class="visually-hidden" for={id}>
      {label}
    </label>
    <button
      type="button"
      class="quantity__step"
      data-action="quantity-selector#less"
      aria-label="One less"
      aria-controls={id}
    >
      <Icon name="minus" />
    </button>
    <input
      class="quantity__input"
      id={id}
      type="number"
      name="quantity"
      value={String(value)}
      min={String(min)}
      max={String(max)}
      step="1"
      inputmode="numeric"
      autocomplete="off"
      data-quantity-selector-target="input"
      data-action="quantity-selector#change"
    />
    <button
      type="button"
      class="quantity__step"
      data-action="quantity-selector#more"
      aria-label="One more"
      aria-controls={id}
    >
      <Icon name="plus" />
    </button>
  </span>
)
