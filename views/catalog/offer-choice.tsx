import type { ProductOffer } from '#src/catalog/products.ts'
import { formatCents, perPoundCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Quantity } from '../shared/quantity.tsx'
import { StockNote } from '../shared/stock-note.tsx'

type ChoiceProps = { offers: ProductOffer[]; name: string }

/**
 * The weights as a list to choose from, and a form for each of which only the chosen weight's shows: the sheet
 * pairs them by place, so that choosing needs no script.
 */
export function OfferChoice({ offers, name }: ChoiceProps) {
  const lead = offers.find((offer) => offer.stock.kind !== 'sold_out') ?? offers[0]
  return (
    <div class="offer-choice">
      <fieldset class="offer-choice__weights">
        <legend class="label">Weight</legend>
        {offers.map((offer) => (
          <Weight offer={offer} checked={offer === lead} />
        ))}
      </fieldset>
      <div class="offer-choice__forms">
        {offers.map((offer) =>
          offer.stock.kind === 'sold_out' ? (
            <SoldOut offer={offer} name={name} />
          ) : (
            <Add offer={offer} name={name} />
          ),
        )}
      </div>
    </div>
  )
}

const Weight = ({ offer, checked }: { offer: ProductOffer; checked: boolean }) => (
  <label class="weight">
    <input class="weight__radio" type="radio" name="weight" value={offer.token} checked={checked} />
    <span class="weight__label">
      <b>{offer.label}</b> <span class="weight__serves">serves {offer.serves}</span>{' '}
      <StockNote stock={offer.stock} />
    </span>
    <span class="weight__pound">{formatCents(perPoundCents(offer.priceCents, offer.weightGrams))} / lb</span>
    <b class="weight__price">{formatCents(offer.priceCents)}</b>
  </label>
)

const Add = ({ offer, name }: { offer: ProductOffer; name: string }) => (
  <Form
    class="offer-form"
    action={paths.cartItem(offer.token)}
    method="post"
    data-controller="quantity-selector"
  >
    <Quantity
      id={`quantity_${offer.token}`}
      label={`How many of ${name}, ${offer.label}`}
      value={offer.minQuantity}
      min={offer.minQuantity}
      max={Math.min(offer.maxQuantity, offer.free)}
    />
    <button type="submit" class="button offer-form__add">
      + Add to Box
    </button>
  </Form>
)

const SoldOut = ({ offer, name }: { offer: ProductOffer; name: string }) => (
  <div class="offer-form offer-form--out">
    <p class="offer-form__words">
      {offer.label} of {name} is sold out. Another weight or farm may have it.
    </p>
    <a class="button button--quiet" href={paths.joinWaitList(offer.token)}>
      Where to look instead
    </a>
  </div>
)
