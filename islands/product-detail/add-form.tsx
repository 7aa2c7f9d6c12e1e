/** @jsxImportSource react */
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'
import { QuantitySelector } from './quantity-selector.tsx'
import { useQuantity } from './use-quantity.ts'

type AddFormProps = { weight: WeightFacts; name: string; authenticityToken: string; boxUrl: string }

/** Page scripts submit this form, and streams update the header. The island only tracks the quantity. */
export function AddForm({ weight, name, authenticityToken, boxUrl }: AddFormProps) {
  const { token, label, priceCents, cartUrl, min, max } = weight
  const { form, quantity, isInBox, dispatch } = useQuantity(weight)

  return (
    <form
      className="offer-form"
      action={cartUrl}
      method="post"
      data-action="submit->postal-code-capture#hold"
      ref={form}
    >
      <input type="hidden" name="authenticity_token" value={authenticityToken} />
      {isInBox && <input type="hidden" name="_method" value="put" />}
      <QuantitySelector
        id={`quantity_${token}`}
        label={`Quantity of ${name}, ${label}`}
        range={{ min, max }}
        typed={quantity.typed}
        removes={isInBox && quantity.settled <= min}
        dispatch={dispatch}
      />
      {isInBox ? (
        <a className="button button--quiet offer-form__add" href={boxUrl} data-mini-cart="">
          In your box
          <Total cents={quantity.settled * priceCents} />
        </a>
      ) : (
        <button type="submit" className="button offer-form__add">
          + Add to Box
          {quantity.settled > 1 && <Total cents={quantity.settled * priceCents} />}
        </button>
      )}
    </form>
  )
}

const Total = ({ cents }: { cents: number }) => (
  <span className="offer-form__total">{formatCents(cents)}</span>
)
