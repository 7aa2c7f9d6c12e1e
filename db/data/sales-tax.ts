/**
 * State sales tax on groceries (food for the kitchen), in millionths of the price. States that are missing tax none.
 * Local taxes are not in it. As the states' departments of revenue have it for 2026; a live shop has its tax adviser
 * confirm the table before it opens, and changes the rows, not the code.
 */
export const GROCERY_TAX: {
  state: string
  groceryRatePpm: number
  taxesShipping: boolean
  source: string
}[] = [
  {
    state: 'AL',
    groceryRatePpm: 20_000,
    taxesShipping: false,
    source: 'Alabama DOR: food rate 2 % since 2025-09-01',
  },
  {
    state: 'ID',
    groceryRatePpm: 60_000,
    taxesShipping: false,
    source: 'Idaho State Tax Commission: 6 %, with a credit at year end',
  },
  { state: 'MO', groceryRatePpm: 12_250, taxesShipping: false, source: 'Missouri DOR: food rate 1.225 %' },
  {
    state: 'MS',
    groceryRatePpm: 50_000,
    taxesShipping: true,
    source: 'Mississippi DOR: groceries 5 % since 2025-07-01',
  },
  { state: 'SD', groceryRatePpm: 42_000, taxesShipping: true, source: 'South Dakota DOR: 4.2 %' },
  { state: 'TN', groceryRatePpm: 40_000, taxesShipping: true, source: 'Tennessee DOR: food 4 %' },
  {
    state: 'UT',
    groceryRatePpm: 30_000,
    taxesShipping: false,
    source: 'Utah State Tax Commission: grocery food 3 %, all in',
  },
  { state: 'VA', groceryRatePpm: 10_000, taxesShipping: false, source: 'Virginia Tax: food 1 %' },
]

/** Cents for a box by days on the road, and what one day on the road costs more. */
export const SHIPPING_RATES: { transitDays: number; standardCents: number; expeditedExtraCents: number }[] = [
  { transitDays: 1, standardCents: 1_495, expeditedExtraCents: 1_200 },
  { transitDays: 2, standardCents: 1_995, expeditedExtraCents: 1_200 },
  { transitDays: 3, standardCents: 2_495, expeditedExtraCents: 1_200 },
]
