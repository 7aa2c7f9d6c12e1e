import { z } from 'zod'
import { badgeProofs } from './badge-proof-field.ts'
import {
  animal,
  day,
  decimal,
  gtin,
  listOf,
  orNone,
  price,
  slug,
  state,
  text,
  whole,
  yesOrNo,
} from './fields.ts'

const MAX_UNITS = 10_000_000
const pictureFile = text(200)
const alt = text(250)
/** 0 comes first; items with the same place stand in the order in which they were added. */
const place = whole(0, 10_000)

/** Only the key is required here. Other fields keep their value; the plan checks that a new item is complete. */
export const FarmInput = z.strictObject({
  slug,
  name: text(80).optional(),
  town: text(60).optional(),
  state: state.optional(),
  region: text(60).optional(),
  latitude: decimal(-90, 90).optional(),
  longitude: decimal(-180, 180).optional(),
  founded: orNone(whole(1600, 2100)).optional(),
  story: text(6_000).optional(),
  practices: listOf(20, 160).optional(),
  badges: listOf(12, 40).optional(),
  badge_proofs: badgeProofs.optional(),
  quote: orNone(text(120)).optional(),
  show_place: yesOrNo.optional(),
  picture: pictureFile.optional(),
  picture_alt: alt.optional(),
})

export const NUTRITION = {
  serving_grams: 'servingGrams',
  calories: 'calories',
  protein_grams: 'proteinGrams',
  fat_grams: 'fatGrams',
  saturated_fat_grams: 'saturatedFatGrams',
  carbohydrate_grams: 'carbohydrateGrams',
  cholesterol_mg: 'cholesterolMg',
  sodium_mg: 'sodiumMg',
} as const

const isNutrient = (name: string): name is keyof typeof NUTRITION => Object.hasOwn(NUTRITION, name)

const nutrition = z
  .record(z.string().refine(isNutrient, 'is not a known nutrient'), decimal(0, 100_000), {
    error: 'must be an object of nutrients',
  })
  .transform((facts) =>
    Object.fromEntries(
      Object.entries(facts).map(([name, amount]) => [isNutrient(name) ? NUTRITION[name] : name, amount]),
    ),
  )

export const VarietyInput = z.strictObject({
  slug,
  farm: slug.optional(),
  family: slug.optional(),
  name: text(80).optional(),
  animal: animal.optional(),
  cut: slug.optional(),
  summary: text(300).optional(),
  story: text(6_000).optional(),
  cooking: listOf(20, 600).optional(),
  nutrition: nutrition.optional(),
  raised: text(600).optional(),
  badges: listOf(12, 40).optional(),
  pictures: listOf(12, 200).optional(),
  picture_alts: listOf(12, 250).optional(),
  featured_rank: whole(1, 1_000_000).optional(),
  added_on: day.optional(),
  hidden: yesOrNo.optional(),
})

const stock = z.record(z.string().regex(/^[1-9]\d{0,5}$/, 'is not a center number'), whole(0, MAX_UNITS), {
  error: 'must be an object of units by center',
})

export const OfferInput = z.strictObject({
  variety: slug,
  label: text(40),
  serves: text(20).optional(),
  weight_grams: whole(1, 100_000).optional(),
  price: price.optional(),
  price_per_pound: price.optional(),
  max_weight_grams: whole(1, 100_000).optional(),
  tare_grams: whole(0, 10_000).optional(),
  min_days_at_home: whole(0, 365).optional(),
  gtin: gtin.optional(),
  min_quantity: whole(1, 10_000).optional(),
  max_quantity: whole(1, 10_000).optional(),
  position: place.optional(),
  stock: stock.optional(),
})

const MAX_GROUPS = 10
const MAX_CHOICES = 24
/** Of a bundle in all, and so of any of its groups. */
export const MAX_SLOTS = 10

const BundleGroup = z.strictObject({
  name: text(60),
  slots: whole(1, MAX_SLOTS),
  choices: z
    .array(z.strictObject({ variety: slug, label: text(40) }))
    .min(1)
    .max(MAX_CHOICES),
})

export const BundleInput = z.strictObject({
  handle: slug,
  name: text(60).optional(),
  summary: text(200).optional(),
  price: price.optional(),
  position: place.optional(),
  hidden: yesOrNo.optional(),
  groups: z
    .array(BundleGroup)
    .min(1, { error: 'must not be empty' })
    .max(MAX_GROUPS, { error: `must be at most ${MAX_GROUPS}` })
    .optional(),
})

export type BundleInput = z.infer<typeof BundleInput>
export type FarmInput = z.infer<typeof FarmInput>
export type VarietyInput = z.infer<typeof VarietyInput>
export type OfferInput = z.infer<typeof OfferInput>
