import type { ListingCard } from '#src/catalog/listing.ts'
import type { Product, ProductOffer } from '#src/catalog/products.ts'
import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { Suggestions } from './missing-product-page.tsx'

type WaitListProps = {
  product: Product
  offer: ProductOffer
  suggestions: ListingCard[]
  /** Of whoever is signed in, else ''. */
  email: string
}

/** What cannot be had now: where to leave an address for it, and what else there is. */
export function WaitListPage({ product, offer, suggestions, email }: WaitListProps) {
  const { variety, offers, farm } = product
  const others = offers.filter((other) => other.stock.kind !== 'sold_out' && other.token !== offer.token)
  const isBack = offer.stock.kind !== 'sold_out'
  return (
    <>
      <section class="refusal">
        <p class="refusal__eyebrow">
          {farm.name}, {farm.state}
        </p>
        <h1 class="refusal__title">
          {variety.name}, {offer.label}, {isBack ? 'can be had again' : 'is sold out'}
        </h1>
        <p class="refusal__advice">{advice(isBack, others)}</p>
        {!isBack && <JoinForm token={offer.token} email={email} />}
        <p class="refusal__ways">
          <a class={isBack ? 'button' : 'button button--quiet'} href={paths.product(variety.slug)}>
            {isBack || others.length > 0 ? `See ${variety.name}` : 'Back to the product'}
          </a>
          <a class="button button--quiet" href={paths.category(variety.animal)}>
            More on this shelf
          </a>
        </p>
      </section>
      <Suggestions cards={suggestions} title="Close to it, and here" />
    </>
  )
}

const JoinForm = ({ token, email }: { token: string; email: string }) => (
  <Form action={paths.waitList()} method="post" class="ask__form">
    <input type="hidden" name="campaign_type" value="sold_out" />
    <input type="hidden" name="bid_item_token" value={token} />
    <input type="hidden" name="return_to" value={paths.waitListPage(token)} />
    <EmailField
      id="wait_list_email"
      hint="One mail, when it is back. Nothing else comes of it."
      value={email}
    />
    <button type="submit" class="button">
      Tell me when it's back
    </button>
  </Form>
)

function advice(isBack: boolean, others: ProductOffer[]): string {
  if (isBack) return 'It is on the shelf, so there is no need to wait.'
  if (others.length === 0)
    return 'Every weight of it is gone for now. The farm brings more as the season allows.'
  return `Other weights of it are here: ${others.map((offer) => offer.label).join(', ')}.`
}
