import { expect, test } from 'vitest'
import { cutNames } from '#db/data/cuts.ts'
import { farms, offers, problems, varieties } from '#src/demo/catalog.ts'

const GRAMS_PER_POUND = 453.59237
const offersOf = (slug: string) => offers.filter(({ variety }) => variety === slug)
type Offer = (typeof offers)[number]
type Animal = NonNullable<(typeof varieties)[number]['animal']>
const perPound = ({ price, price_per_pound, weight_grams }: Offer) =>
  price_per_pound ?? (price! / weight_grams!) * GRAMS_PER_POUND

/** Butcher prices per pound in 2026, in cents: from bones and whole birds to fullblood ribeye. */
const BOUNDS: Record<Animal, [number, number]> = {
  beef: [450, 9900],
  pork: [800, 2400],
  lamb: [1200, 3900],
  bison: [1300, 4900],
  poultry: [550, 2700],
  seafood: [1200, 4800],
  pantry: [450, 4200],
}

test('the catalog has at least twenty farms, sixty varieties and 180 offers, with every animal', () => {
  expect(farms.length).toBeGreaterThanOrEqual(20)
  expect(varieties.length).toBeGreaterThanOrEqual(60)
  expect(problems).toEqual([])
  expect(offers.length).toBeGreaterThanOrEqual(180)
  expect(new Set(varieties.map((variety) => variety.animal))).toEqual(new Set(Object.keys(BOUNDS)))
})

test('every variety refers to an existing farm and cut, and slugs are unique', () => {
  const slugs = new Set(farms.map((farm) => farm.slug))
  expect(slugs.size).toBe(farms.length)
  for (const variety of varieties) {
    expect(slugs, variety.slug).toContain(variety.farm)
    expect(cutNames, variety.slug).toHaveProperty([variety.cut!])
  }
  expect(new Set(varieties.map((variety) => variety.slug)).size).toBe(varieties.length)
  expect(new Set(varieties.map((variety) => variety.featured_rank)).size).toBe(varieties.length)
})

test('every farm has something to sell', () => {
  const selling = new Set(varieties.map((variety) => variety.farm))
  expect(farms.filter((farm) => !selling.has(farm.slug))).toEqual([])
})

test('demo-fifty has one offer with fifty units in the first center, priced above the order minimum', () => {
  const [offer, ...others] = offersOf('demo-fifty')
  expect(others).toEqual([])
  expect(offer!.stock).toEqual({ 1: 50, 2: 0, 3: 0 })
  expect(offer!.price).toBeGreaterThanOrEqual(4900)
})

test('CWT-1 demo-by-weight is sold by the pound, up to a maximum', () => {
  expect(offersOf('demo-by-weight')).toMatchObject([{ price_per_pound: 890, max_weight_grams: 4_082 }])
})

test('demo-sold-out is sold out everywhere', () => {
  for (const { stock } of offersOf('demo-sold-out')) expect(stock).toEqual({ 1: 0, 2: 0, 3: 0 })
})

test('prices per pound are realistic, and a larger pack never costs more per pound', () => {
  for (const variety of varieties) {
    const [low, high] = BOUNDS[variety.animal!]
    for (const offer of offersOf(variety.slug)) {
      expect(perPound(offer), `${variety.slug} ${offer.label}`).toBeGreaterThan(low)
      expect(perPound(offer), `${variety.slug} ${offer.label}`).toBeLessThan(high)
    }
    expect(risesByThePound(offersOf(variety.slug)), variety.slug).toEqual([])
  }
})

const risesByThePound = (packs: Offer[]) =>
  packs.filter((offer, i) => i > 0 && perPound(offer) > perPound(packs[i - 1]!)).map((offer) => offer.label)

type Facts = Record<
  'calories' | 'fatGrams' | 'proteinGrams' | 'carbohydrateGrams' | 'saturatedFatGrams',
  number
>

test('calories match the fat, protein and carbohydrates', () => {
  for (const { slug, nutrition } of varieties) {
    const { calories, fatGrams, proteinGrams, carbohydrateGrams, saturatedFatGrams } = nutrition as Facts
    const reckoned = fatGrams * 9 + proteinGrams * 4 + carbohydrateGrams * 4
    expect(Math.abs(reckoned - calories), slug).toBeLessThan(calories * 0.12 + 8)
    expect(saturatedFatGrams, slug).toBeLessThanOrEqual(fatGrams)
  }
})
