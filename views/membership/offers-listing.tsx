import type { Membership } from '#db/schema/index.ts'
import type { NextBox } from '#src/membership/facts.ts'
import type { OfferToAdd } from '#src/membership/offers-to-add.ts'
import { ADDING_FAILURE } from '#src/membership/sentences.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Picture } from '../shared/picture.tsx'
import { placeOf } from './place-of.ts'

const IDENTIFIER = 'subscription-offers-listing'

type OffersListingProps = {
  membership: Pick<Membership, 'token'>
  next: Pick<NextBox, 'orderToken' | 'offers'>
}

/** What is in stock, to add with one press until the box locks. */
export const OffersListing = ({ membership, next }: OffersListingProps) =>
  next.offers.length > 0 && (
    <section
      class="box-offers"
      aria-labelledby={`offers_${membership.token}`}
      data-controller={IDENTIFIER}
      data-action={`submit->${IDENTIFIER}#add`}
      {...placeOf(IDENTIFIER, membership, 'offers', ADDING_FAILURE)}
    >
      <h3 id={`offers_${membership.token}`} tabindex={-1}>
        Add to your next box
      </h3>
      <p class="field__error" role="alert" hidden data-subscription-offers-listing-target="problem" />
      <ul class="box-offers__list">
        {next.offers.map((offer) => (
          <OfferLine offer={offer} orderToken={next.orderToken} />
        ))}
      </ul>
    </section>
  )

const OfferLine = ({ offer, orderToken }: { offer: OfferToAdd; orderToken: string }) => (
  <li class="box-offers__one">
    <span class="box-offers__picture">
      <Picture name={offer.picture ?? ''} sizes="72px" alt="" />
    </span>
    <span class="box-offers__words">
      <b>{offer.name}</b>
      <span class="next-box__small">
        {offer.label} · {offer.farm}
      </span>
      <span>
        {formatCents(offer.priceCents * offer.quantity)}
        {offer.quantity > 1 && ` for ${offer.quantity}`}
      </span>
    </span>
    <Form action={paths.setBoxItem(orderToken)} method="post">
      <input type="hidden" name="bid_item_token" value={offer.token} />
      <input type="hidden" name="quantity" value={String(offer.quantity)} />
      <button type="submit" class="button button--quiet button--small">
        Add<span class="visually-hidden"> {offer.name} to your next box</span>
      </button>
    </Form>
  </li>
)
