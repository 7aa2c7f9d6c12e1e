/** Short hands for writing offers and nutrition as a butcher would read them out. */
import type { Nutrition, ShelfOffer } from './types.ts'

const GRAMS_PER_OUNCE = 28.349523125

export const ounces = (count: number) => Math.round(count * GRAMS_PER_OUNCE)

export const pounds = (count: number) => ounces(count * 16)

type Bounds = { min?: number; max?: number }

/** One offer. `stock` counts units in fulfillment centers 1, 2 and 3. */
export function pack(
  label: string,
  weightGrams: number,
  serves: number,
  priceCents: number,
  stock: readonly [number, number, number],
  { min = 1, max = 100 }: Bounds = {},
): ShelfOffer {
  const [first, second, third] = stock
  return {
    weightGrams,
    label,
    serves,
    priceCents,
    minQuantity: min,
    maxQuantity: max,
    stock: { 1: first, 2: second, 3: third },
  }
}

type Facts = readonly [
  calories: number,
  protein: number,
  fat: number,
  saturated: number,
  cholesterolMg: number,
  sodiumMg: number,
  carbohydrate?: number,
]

/** Raw facts for a serving, four ounces unless told otherwise. */
export function facts(
  [
    calories,
    proteinGrams,
    fatGrams,
    saturatedFatGrams,
    cholesterolMg,
    sodiumMg,
    carbohydrateGrams = 0,
  ]: Facts,
  servingGrams = 113,
): Nutrition {
  return {
    servingGrams,
    calories,
    proteinGrams,
    fatGrams,
    saturatedFatGrams,
    carbohydrateGrams,
    cholesterolMg,
    sodiumMg,
  }
}
