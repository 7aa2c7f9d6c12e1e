import type { Rating } from '#src/catalog/rating-rules.ts'
import type { Elsewhere, StockState } from '#src/catalog/rules.ts'

/** What the server hands the product island: serialisable, and all it needs to render without scripts. */
export type ProductDetailProps = {
  /** For the plain forms; calls by script take the token of the page's meta tag. */
  authenticityToken: string
  place: Place
  /** Where the zip code can be told: the address of a modal. */
  postalCodeUrl: string
  /** The page of the box. */
  boxUrl: string
  /** The same cut from every farm that has it, this one among them. */
  family: Relative[]
  variety: VarietyFacts
}

/** What is known of where the box goes. `earliest` reads 'Tue, Nov 24'; where there is none, `noDays` says why. */
export type Place = { postalCode: string | null; earliest: string | null; noDays: string | null }

export type Relative = { slug: string; name: string; url: string; canBeHad: boolean }

export type VarietyFacts = {
  slug: string
  name: string
  /** 'Three Larks Ranch, MT' */
  origin: string
  summary: string
  /** Null while too few have rated it. */
  rating: Rating | null
  badges: { name: string; highlighted: boolean }[]
  pictures: PictureFacts[]
  weights: WeightFacts[]
}

/** A picture in its widths; `colour` stands in its place until it has come. */
export type PictureFacts = {
  width: number
  height: number
  alt: string
  colour: string
  sources: { width: number; url: string }[]
}

/** How a weight's stock stands, which may change while the page is open. */
export type WeightStock = Pick<WeightFacts, 'token' | 'stock' | 'max' | 'elsewhere'>

export type WeightFacts = {
  token: string
  /** '2 × 14 oz' */
  label: string
  serves: string
  priceCents: number
  poundCents: number
  stock: StockState
  min: number
  /** No more than can be had. */
  max: number
  /** Units that others are just paying for. */
  elsewhere: Elsewhere | null
  cartUrl: string
  waitListUrl: string
  /** Of the same question for a modal over the page. */
  waitListModalUrl: string
}
