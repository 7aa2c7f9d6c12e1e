import { CATEGORIES } from '../../catalog/rules.ts'

export type EditField = {
  /** The catalog file's name; a dot separates the levels of an object. */
  name: string
  label: string
  as: 'line' | 'area' | 'list' | 'number' | 'choice' | 'proofs' | 'groups'
  hint?: string
  max?: number
  choices?: readonly string[]
  /** An empty field removes the value. */
  canBeEmpty?: boolean
}

const YES_NO = ['no', 'yes'] as const

export const line = (name: string, label: string, max: number, more: Partial<EditField> = {}): EditField => ({
  name,
  label,
  as: 'line',
  max,
  ...more,
})
export const area = (name: string, label: string, max: number, more: Partial<EditField> = {}): EditField => ({
  name,
  label,
  as: 'area',
  max,
  ...more,
})
export const list = (name: string, label: string, hint: string): EditField => ({
  name,
  label,
  as: 'list',
  hint,
})
export const number = (name: string, label: string, more: Partial<EditField> = {}): EditField => ({
  name,
  label,
  as: 'number',
  max: 12,
  ...more,
})
export const choice = (
  name: string,
  label: string,
  choices: readonly string[],
  hint?: string,
): EditField => ({
  name,
  label,
  as: 'choice',
  choices,
  ...(hint && { hint }),
})

export const FARM_FIELDS: EditField[] = [
  line('name', 'Name', 80),
  line('town', 'Town', 60),
  line('state', 'State', 20, { hint: 'Such as MT' }),
  line('region', 'Region', 60),
  number('latitude', 'Latitude'),
  number('longitude', 'Longitude'),
  choice('show_place', 'Show the exact place on maps', YES_NO, 'Otherwise, maps show only the general area.'),
  number('founded', 'Founded', { canBeEmpty: true, hint: 'A year' }),
  line('quote', 'Quote from the farm', 120, { canBeEmpty: true }),
  area('story', 'Story', 6_000),
  list('practices', 'Practices', 'One per line'),
  list('badges', 'Badges', 'One per line. A badge goes away the day after its evidence expires.'),
  { name: 'badge_proofs', label: 'Evidence', as: 'proofs' },
]

const NUTRIENTS: [name: string, label: string][] = [
  ['serving_grams', 'Serving, grams'],
  ['calories', 'Calories'],
  ['protein_grams', 'Protein, grams'],
  ['fat_grams', 'Fat, grams'],
  ['saturated_fat_grams', 'Saturated fat, grams'],
  ['carbohydrate_grams', 'Carbohydrate, grams'],
  ['cholesterol_mg', 'Cholesterol, mg'],
  ['sodium_mg', 'Sodium, mg'],
]

export const VARIETY_FIELDS: EditField[] = [
  line('name', 'Name', 80),
  choice('hidden', 'Hidden', YES_NO, 'Shoppers don’t see a hidden product.'),
  number('featured_rank', 'Position in listings', {
    hint: '1 comes first. Others follow by rank, then by name.',
  }),
  choice(
    'animal',
    'Animal',
    CATEGORIES.map(({ slug }) => slug),
  ),
  line('cut', 'Cut', 80, { hint: 'Such as ribeye: lowercase letters, digits and hyphens' }),
  line('family', 'Family', 80, { hint: 'Varieties of one family share a product page’s choices.' }),
  area('summary', 'Summary', 300),
  area('story', 'Story', 6_000),
  line('raised', 'How it was raised', 600),
  list('cooking', 'Cooking', 'One step per line'),
  list(
    'badges',
    'Badges',
    'One per line. A badge whose evidence has ended is left out; one without evidence is called the farm’s own word on its page.',
  ),
  line('added_on', 'Added on', 10, { hint: 'Such as 2026-03-02' }),
  ...NUTRIENTS.map(([name, label]) => number(`nutrition.${name}`, label, { canBeEmpty: true })),
]

export const offerFields = (isByWeight: boolean): EditField[] => [
  line('serves', 'Serves', 20),
  number('weight_grams', 'Weight, grams'),
  ...(isByWeight ? [number('max_weight_grams', 'Most a unit can weigh, grams')] : []),
  number('tare_grams', 'Packaging, grams', { hint: 'On the scale, but not charged' }),
  number('min_days_at_home', 'Days at home', {
    hint: 'Sold only while it will keep this long after it arrives.',
  }),
  line('gtin', 'Number on its packs (GTIN or UPC)', 20, { canBeEmpty: true }),
  number('min_quantity', 'Minimum per box'),
  number('max_quantity', 'Maximum per box'),
  number('position', 'Position among the weights', { hint: '0 comes first.' }),
]

/** A badge's evidence is a row of fields. */
export const PROOF_PARTS = ['badge', 'claim', 'evidence', 'checked_on', 'valid_until'] as const

export const proofField = (nth: number, part: string) => `proof_${nth}_${part}`
