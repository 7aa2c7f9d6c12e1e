import type { PictureFacts, ProductDetailProps, WeightFacts } from '#islands/product-detail/props.ts'
import { perPoundCents } from '../money.ts'
import { paths } from '../paths.ts'
import { findPicture } from './pictures.ts'
import type { Product, ProductOffer } from './products.ts'
import { isHighlight } from './rules.ts'

const BADGES_SHOWN = 4

type Shopper = Pick<ProductDetailProps, 'authenticityToken' | 'place'>

/** A product as its island wants it: plain values, addresses written out, and nothing that a page does not show. */
export function productProps(
  { variety, farm, offers, family }: Product,
  shopper: Shopper,
): ProductDetailProps {
  return {
    ...shopper,
    family: family.map(({ slug, name, canBeHad }) => ({
      slug,
      name,
      url: paths.product(slug),
      canBeHad,
    })),
    variety: {
      slug: variety.slug,
      name: variety.name,
      origin: `${farm.name}, ${farm.state}`,
      summary: variety.summary,
      badges: variety.badges.slice(0, BADGES_SHOWN).map((name) => ({ name, highlighted: isHighlight(name) })),
      pictures: variety.pictures.flatMap((name): PictureFacts | [] => findPicture(name) ?? []),
      weights: offers.map(toWeight),
    },
  }
}

const toWeight = (offer: ProductOffer): WeightFacts => ({
  token: offer.token,
  label: offer.label,
  serves: offer.serves,
  priceCents: offer.priceCents,
  poundCents: perPoundCents(offer.priceCents, offer.weightGrams),
  stock: offer.stock,
  min: offer.minQuantity,
  max: Math.min(offer.maxQuantity, offer.free),
  cartUrl: paths.cartItem(offer.token),
  waitListUrl: paths.joinWaitList(offer.token),
})
