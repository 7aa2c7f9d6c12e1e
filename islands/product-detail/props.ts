import type { Rating } from '#src/catalog/rating-rules.ts'
import type { Elsewhere, StockState } from '#src/catalog/rules.ts'

/** The props of the product island. They must survive JSON, and suffice to render on the server. */
export type ProductDetailProps = {
  /** For forms sent without scripts. Scripts use the token in the page's meta tag. */
  authenticityToken: string
  place: Place
  postalCodeUrl: string
  boxUrl: string
  family: Relative[]
  variety: VarietyFacts
}

/**
 * `earliest` is like 'Tue, Nov 24', and `earliestTerms` follows it. If there is no such day, `noDeliveryReason` says
 * why. `delivery` is like '$19.95, free from $149.00'.
 */
export type Place = {
  postalCode: string | null
  earliest: string | null
  earliestTerms: string
  noDeliveryReason: string | null
  delivery: string
}

export type Relative = { slug: string; name: string; url: string; isAvailable: boolean }

export type VarietyFacts = {
  slug: string
  name: string
  origin: string
  summary: string
  rating: Rating | null
  badges: { name: string; highlighted: boolean }[]
  pictures: PictureFacts[]
  weights: WeightFacts[]
}

/** `colour` fills the space until the picture loads. */
export type PictureFacts = {
  width: number
  height: number
  alt: string
  colour: string
  sources: { width: number; url: string }[]
}

export type WeightStock = Pick<WeightFacts, 'token' | 'stock' | 'max' | 'elsewhere'>

export type WeightFacts = {
  token: string
  label: string
  serves: string
  priceCents: number
  poundCents: number
  /** Then `priceCents` is the most it can cost. */
  byWeight: boolean
  stock: StockState
  min: number
  /** The offer's maximum, or the units available if fewer. */
  max: number
  elsewhere: Elsewhere | null
  cartUrl: string
  waitListUrl: string
  waitListModalUrl: string
}
