import { CATEGORIES } from '../../catalog/rules.ts'
import { area, choice, type EditField, line, list } from './edit-fields.ts'

/** What a new item can't do without; the rest is edited on its page. */
export type AddField = EditField & { canBeEmpty?: boolean }

export const NEW_FARM_FIELDS: AddField[] = [
  line('name', 'Name', 80),
  line('postal_code', 'ZIP code', 5, {
    hint: 'Puts the farm on our maps, which show only the general area.',
  }),
  line('town', 'Town', 60, { canBeEmpty: true, hint: 'Leave empty for the ZIP code’s town.' }),
  line('region', 'Region', 60, { hint: 'Such as Palouse or Hill Country' }),
  area('story', 'Story', 6_000, { hint: 'A few true sentences: who they are, and how they raise animals.' }),
  { ...list('practices', 'Practices', 'One per line, such as Rotational grazing'), canBeEmpty: true },
]

export const NEW_VARIETY_FIELDS: AddField[] = [
  line('name', 'Name', 80, { hint: 'Such as Grass-fed ribeye' }),
  choice(
    'animal',
    'Animal',
    CATEGORIES.map(({ slug }) => slug),
  ),
  line('cut', 'Cut', 80, { hint: 'Such as ribeye or short ribs' }),
  area('summary', 'Summary', 300, { hint: 'One sentence for lists.' }),
  area('story', 'Story', 6_000),
  line('raised', 'How it was raised', 600),
  { ...list('cooking', 'Cooking', 'One step per line'), canBeEmpty: true },
]

export const NEW_OFFER_FIELDS: AddField[] = [
  line('label', 'Size', 40, { hint: 'As shoppers choose it, such as 14 oz or 2 × 12 oz' }),
  line('weight', 'Net weight', 20, { hint: 'Such as 14 oz, 1.5 lb or 400 g' }),
  line('serves', 'Serves', 20, { hint: 'Such as 2 or 3–4' }),
  line('price', 'Price in dollars', 12, { canBeEmpty: true, hint: 'For one pack, such as 24.90' }),
  line('price_per_pound', 'Or dollars per pound', 12, {
    canBeEmpty: true,
    hint: 'For what you sell by weight. Leave the price empty then.',
  }),
  line('max_weight', 'The most one pack weighs', 20, {
    canBeEmpty: true,
    hint: 'Only if it’s sold by weight: shoppers pay at most for this.',
  }),
]
