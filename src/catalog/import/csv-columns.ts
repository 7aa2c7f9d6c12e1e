import { NUTRITION } from './item-schemas.ts'

/** Maps CSV columns to the fields of `things.ts`. A dot leads into an object. */
export const FARM = new Map([
  ['farm_slug', 'slug'],
  ['farm_name', 'name'],
  ['town', 'town'],
  ['state', 'state'],
  ['region', 'region'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
  ['founded', 'founded'],
  ['farm_story', 'story'],
  ['farm_practices', 'practices'],
  ['farm_badges', 'badges'],
  ['farm_badge_proofs', 'badge_proofs'],
  ['farm_quote', 'quote'],
  ['farm_show_place', 'show_place'],
  ['farm_picture', 'picture'],
  ['farm_picture_alt', 'picture_alt'],
])
export const VARIETY = new Map([
  ['variety_slug', 'slug'],
  ['farm_slug', 'farm'],
  ['variety_name', 'name'],
  ...['family', 'animal', 'cut', 'summary', 'story', 'cooking', 'raised', 'badges'].map(sameName),
  ...['pictures', 'picture_alts', 'featured_rank', 'added_on', 'hidden'].map(sameName),
  ...Object.keys(NUTRITION).map((name) => [name, `nutrition.${name}`] as const),
])
export const OFFER = new Map([
  ['variety_slug', 'variety'],
  ...[
    'label',
    'serves',
    'weight_grams',
    'price',
    'price_per_pound',
    'max_weight_grams',
    'tare_grams',
    'min_days_at_home',
    'gtin',
    'min_quantity',
    'max_quantity',
  ].map(sameName),
])
export const STOCK = /^stock_(\d+)$/
export const LISTS = new Set([
  'cooking',
  'badges',
  'pictures',
  'picture_alts',
  'farm_practices',
  'farm_badges',
  'farm_badge_proofs',
])
export const REQUIRED = ['variety_slug', 'label']
export const isColumn = (name: string) =>
  FARM.has(name) || VARIETY.has(name) || OFFER.has(name) || STOCK.test(name)

function sameName(name: string): readonly [string, string] {
  return [name, name]
}
