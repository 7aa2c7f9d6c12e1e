/** @jsxImportSource react */
import { useRef } from 'react'
import { formatCents } from '#src/money.ts'
import { BuyBar } from './buy-bar.tsx'
import type { WeightFacts } from './props.ts'
import { QuantitySelector } from './quantity-selector.tsx'
import { useIsOutOfView } from './use-is-out-of-view.ts'
import { useQuantity } from './use-quantity.ts'

type AddFormProps = { weight: WeightFacts; name: string; authenticityToken: string; boxUrl: string }

/** Page scripts submit this form, and streams update the header. The island only tracks the quantity. */
export function AddForm({ weight, name, authenticityToken, boxUrl }: AddFormProps) {
  const { token, label, priceCents, cartUrl, min, max } = weight
  const { form, quantity, isInBox, dispatch } = useQuantity(weight)
  const row = useRef<HTMLDivElement>(null)
  const isOutOfView = useIsOutOfView(row)
  const addControl = (
    <AddControl isInBox={isInBox} quantity={quantity.settled} priceCents={priceCents} boxUrl={boxUrl} />
  )

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
      <div className="offer-form__row" ref={row}>
        <QuantitySelector
          id={`quantity_${token}`}
          label={`Quantity of ${name}, ${label}`}
          range={{ min, max }}
          typed={quantity.typed}
          removes={isInBox && quantity.settled <= min}
          dispatch={dispatch}
        />
        {addControl}
      </div>
      {isOutOfView && <BuyBar weight={weight}>{addControl}</BuyBar>}
    </form>
  )
}

type AddControlProps = { isInBox: boolean; quantity: number; priceCents: number; boxUrl: string }

const AddControl = ({ isInBox, quantity, priceCents, boxUrl }: AddControlProps) =>
  isInBox ? (
    <a className="button button--quiet offer-form__add" href={boxUrl} data-mini-cart="">
      In your box
      <Total cents={quantity * priceCents} />
    </a>
  ) : (
    <button type="submit" className="button offer-form__add">
      + Add to Box
      {quantity > 1 && <Total cents={quantity * priceCents} />}
    </button>
  )

const Total = ({ cents }: { cents: number }) => (
  <span className="offer-form__total">{formatCents(cents)}</span>
)
