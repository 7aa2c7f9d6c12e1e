/**
 * How long cuts thaw in a refrigerator, and how long they are good after that, from the USDA Food Safety and Inspection
 * Service, "The Big Thaw: Safe Defrosting Methods" (fsis.usda.gov, read 2026-11-20): a day for small packs, a day for
 * each 4 to 5 lb of large ones; then 1 or 2 days for ground and stew meat, poultry and seafood, and 3 to 5 for red meat.
 */
export const THAWING_SOURCE = {
  name: 'USDA Food Safety and Inspection Service, The Big Thaw',
  url: 'https://www.fsis.usda.gov/food-safety/safe-food-handling-and-preparation/food-safety-basics/big-thaw-safe-defrosting-methods',
}

export const POUNDS_A_DAY = 4

export const DAYS_THAWED = { short: 2, long: 5 }

/** Of red meat, these are as delicate as poultry and seafood. */
export const SHORT_CUTS = new Set(['ground', 'patties', 'stew', 'sausage', 'bones'])

export const RED_MEAT = new Set(['beef', 'pork', 'lamb', 'bison'])

/** They never were frozen raw, or aren't meat. */
export const NEVER_THAWED = new Set(['tinned', 'dry', 'sweet', 'fats', 'broth', 'share'])
