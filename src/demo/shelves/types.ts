/** What stands on the demo shop's shelves: plain data, read by the seeds and by the painter. */
import type { CutPicture, Landscape } from './pictures.ts'

export type Animal = 'beef' | 'pork' | 'lamb' | 'bison' | 'poultry' | 'seafood' | 'pantry'

export type Badge =
  | 'Grass-fed'
  | 'Grain-finished'
  | 'Pasture-raised'
  | 'Heritage breed'
  | 'Wagyu'
  | 'Dry-aged'
  | 'Organic'
  | 'Regenerative'
  | 'No antibiotics'
  | 'Air-chilled'
  | 'Orchard-finished'
  | 'Wood-smoked'
  | 'Wild-caught'
  | 'Small boat'
  | 'Spring-fed'
  | 'Limited'
  | 'Family-run'
  | 'Women-owned'

export type Farm = {
  slug: string
  name: string
  town: string
  /** Two letters, as the post office writes it. */
  state: string
  /** The country around it, as people there would say: 'Flint Hills'. */
  region: string
  latitude: number
  longitude: number
  /** The year of the first sale. */
  founded: number
  /** Two or three paragraphs, in order. */
  story: string[]
  practices: string[]
  badges: Badge[]
  landscape: Landscape
  inFirstShop: boolean
}

export type Nutrition = {
  servingGrams: number
  calories: number
  proteinGrams: number
  fatGrams: number
  saturatedFatGrams: number
  carbohydrateGrams: number
  cholesterolMg: number
  sodiumMg: number
}

/** Fulfillment centers by the id the demo gives them. */
export type CenterId = 1 | 2 | 3

export type ShelfOffer = {
  weightGrams: number
  /** As it stands on the pack: '14 oz', '2 × 12 oz'. */
  label: string
  serves: number
  priceCents: number
  minQuantity: number
  maxQuantity: number
  /** Units on hand by fulfillment center. */
  stock: Record<CenterId, number>
}

export type Variety = {
  /** The address of the product page, `/products/{slug}`. */
  slug: string
  /** Ties the varieties of one cut together: 'beef-ribeye'. */
  family: string
  name: string
  /** The farm's slug. */
  farm: string
  animal: Animal
  /** The cut's slug, named in `cuts.ts`. */
  cut: string
  summary: string
  story: string
  /** Steps or notes, in order. */
  cooking: string[]
  nutrition: Nutrition
  /** How the animal lived, or how the thing was made. */
  raised: string
  badges: Badge[]
  picture: CutPicture
  offers: ShelfOffer[]
  /** 1 stands first. */
  featuredRank: number
  /** 'YYYY-MM-DD' */
  addedOn: string
  inFirstShop: boolean
}
