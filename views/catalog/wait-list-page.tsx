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
  email: string
}

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
          {variety.name}, {offer.label}, {isBack ? 'is back in stock' : 'is sold out'}
        </h1>
        <p class="refusal__advice">{advice(isBack, others)}</p>
        {!isBack && <JoinForm token={offer.token} email={email} />}
        <p class="refusal__ways">
          <a class={isBack ? 'button' : 'button button--quiet'} href={paths.product(variety.slug)}>
            {isBack || others.length > 0 ? `See ${variety.name}` : 'Back to the product'}
          </a>
          <a class="button button--quiet" href={paths.category(variety.animal)}>
            More like this
          </a>
        </p>
      </section>
      <Suggestions cards={suggestions} title="Similar and in stock" />
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
      hint="We'll email you once, when it's back. No marketing."
      value={email}
    />
    <button type="submit" class="button">
      Tell me when it's back
    </button>
  </Form>
)

function advice(isBack: boolean, others: ProductOffer[]): string {
  if (isBack) return 'Good news: you can order it now.'
  if (others.length === 0)
    return 'Every weight is sold out for now. The farm will have more as the season allows.'
  return `Other weights are in stock: ${others.map((offer) => offer.label).join(', ')}.`
}
