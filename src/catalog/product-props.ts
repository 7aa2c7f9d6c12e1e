import type { PictureFacts, ProductDetailProps, WeightFacts } from '#islands/product-detail/props.ts'
import { shownPoundCents } from '../money.ts'
import { paths } from '../paths.ts'
import { findPicture } from './pictures.ts'
import type { Product, ProductOffer } from './products.ts'
import { type Elsewhere, isHighlight } from './rules.ts'

const BADGES_SHOWN = 4

type Shopper = Pick<ProductDetailProps, 'authenticityToken' | 'place'>

/** @param elsewhere units in other boxes, by offer token */
export function productProps(
  { variety, farm, rating, offers, family }: Product,
  elsewhere: Record<string, Elsewhere>,
  shopper: Shopper,
): ProductDetailProps {
  return {
    ...shopper,
    postalCodeUrl: paths.modal('capture_postal_code'),
    boxUrl: paths.cart(),
    family: family.map(({ slug, name, isAvailable }) => ({
      slug,
      name,
      url: paths.product(slug),
      isAvailable,
    })),
    variety: {
      slug: variety.slug,
      name: variety.name,
      origin: `${farm.name}, ${farm.state}`,
      summary: variety.summary,
      rating,
      badges: variety.badges.slice(0, BADGES_SHOWN).map((name) => ({ name, highlighted: isHighlight(name) })),
      pictures: variety.pictures.flatMap((name): PictureFacts | [] => findPicture(name) ?? []),
      weights: offers.map((offer) => toWeight(offer, elsewhere[offer.token] ?? null)),
    },
  }
}

const toWeight = (offer: ProductOffer, elsewhere: Elsewhere | null): WeightFacts => ({
  token: offer.token,
  label: offer.label,
  serves: offer.serves,
  priceCents: offer.priceCents,
  poundCents: shownPoundCents(offer),
  byWeight: offer.poundCents !== null,
  stock: offer.stock,
  min: offer.minQuantity,
  max: offer.most,
  elsewhere,
  cartUrl: paths.cartItem(offer.token),
  waitListUrl: paths.waitListPage(offer.token),
  waitListModalUrl: paths.waitListModal(offer.token),
})
