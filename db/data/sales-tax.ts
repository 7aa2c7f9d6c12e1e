/**
 * State sales tax on groceries in 2026, in millionths, without local taxes. Missing states have none. A live shop
 * has its tax adviser confirm the table, and changes the rows, not the code.
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

/** Cents per box by transit days, and the extra for expedited delivery. */
export const SHIPPING_RATES: { transitDays: number; standardCents: number; expeditedExtraCents: number }[] = [
  { transitDays: 1, standardCents: 1_495, expeditedExtraCents: 1_200 },
  { transitDays: 2, standardCents: 1_995, expeditedExtraCents: 1_200 },
  { transitDays: 3, standardCents: 2_495, expeditedExtraCents: 1_200 },
]
