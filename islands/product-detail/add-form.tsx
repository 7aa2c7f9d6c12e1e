/** @jsxImportSource react */
import { useEffect, useReducer, useRef } from 'react'
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'
import { least, type Quantity, type QuantityEvent, reduceQuantity } from './quantity.ts'
import { QuantitySelector } from './quantity-selector.tsx'

type AddFormProps = { weight: WeightFacts; name: string; authenticityToken: string }

/**
 * Puts a weight into the box. It is a plain form: Turbo sends it, and the streams that come back bring the count in
 * the header and the words; here only the amount is minded.
 */
export function AddForm({ weight, name, authenticityToken }: AddFormProps) {
  const { token, label, priceCents, cartUrl, min, max } = weight
  const [quantity, tell] = useReducer(
    (before: Quantity, event: QuantityEvent) => reduceQuantity({ min, max }, before, event),
    { min, max },
    least,
  )
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => (form.current ? listenTo(form.current, tell) : undefined), [])

  return (
    <form className="offer-form" action={cartUrl} method="post" ref={form}>
      <input type="hidden" name="authenticity_token" value={authenticityToken} />
      <QuantitySelector
        id={`quantity_${token}`}
        label={`How many of ${name}, ${label}`}
        range={{ min, max }}
        typed={quantity.typed}
        tell={tell}
      />
      <button type="submit" className="button offer-form__add">
        + Add to Box
        {quantity.settled > 1 && (
          <span className="offer-form__total">{formatCents(quantity.settled * priceCents)}</span>
        )}
      </button>
    </form>
  )
}

/** Takes over the amount that was typed before scripts ran, then hears from Turbo how each sending ended. */
function listenTo(form: HTMLFormElement, tell: (event: QuantityEvent) => void) {
  tell({ type: 'typed', text: String(new FormData(form).get('quantity')) })
  tell({ type: 'left' })
  const hear = (event: Event) => {
    const { success } = (event as CustomEvent<{ success: boolean }>).detail
    tell({ type: success ? 'accepted' : 'refused' })
  }
  form.addEventListener('turbo:submit-end', hear)
  return () => form.removeEventListener('turbo:submit-end', hear)
}
