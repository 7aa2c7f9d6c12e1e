import { type Day, daysBetween } from '../day.ts'

/** Insulated boxes from our supplier's sheet: what they hold, their outside, and their own weight. */
export const BOX_SIZES = {
  S: { maxGrams: 3_600, inches: { length: 12, width: 10, height: 9 }, emptyGrams: 900 },
  M: { maxGrams: 8_200, inches: { length: 14, width: 12, height: 11 }, emptyGrams: 1_300 },
  L: { maxGrams: 14_500, inches: { length: 18, width: 14, height: 12 }, emptyGrams: 2_000 },
  XL: { maxGrams: 22_700, inches: { length: 22, width: 16, height: 14 }, emptyGrams: 2_800 },
} as const

export type BoxSize = keyof typeof BOX_SIZES
export const SIZE_NAMES = Object.keys(BOX_SIZES) as BoxSize[]

/** `dryIceGrams` in steps of half a pound, as it is sold and weighed. */
export type Packaging = { boxSize: BoxSize; dryIceGrams: number }

export const GRAMS_A_POUND = 453.59237

/** Pounds of dry ice by pounds of frozen food, for one day and for two: Linde's table "How long does dry ice last?". */
const ICE_POUNDS = [
  { food: 1, days: [6, 10] },
  { food: 5, days: [7, 12] },
  { food: 10, days: [10, 15] },
  { food: 50, days: [30, 45] },
] as const

/** Our own share of that table by the month of shipping, 1 to 12: the table is for warm days. */
const SEASON = { winter: 0.75, mild: 0.9, summer: 1 }
const SEASON_OF_MONTH = [
  'winter',
  'winter',
  'mild',
  'mild',
  'mild',
  'summer',
  'summer',
  'summer',
  'summer',
  'mild',
  'mild',
  'winter',
] as const

type BoxFacts = { grams: number; shipOn: Day; arrivalOn: Day }

/** The smallest box that holds the order, and the ice that outlasts its way. */
export function planPackaging({ grams, shipOn, arrivalOn }: BoxFacts): Packaging {
  const boxSize = SIZE_NAMES.find((size) => grams <= BOX_SIZES[size].maxGrams) ?? 'XL'
  const days = Math.max(1, daysBetween(shipOn, arrivalOn))
  const season = SEASON_OF_MONTH[Number(shipOn.slice(5, 7)) - 1] ?? 'summer'
  return { boxSize, dryIceGrams: halfPounds(icePounds(grams / GRAMS_A_POUND, days) * SEASON[season]) }
}

/** Grams of a weight rounded up to the next half pound; less than a hundredth over is none. */
export const halfPounds = (pounds: number) => Math.round((Math.ceil(pounds * 2 - 0.02) / 2) * GRAMS_A_POUND)

/** Between two rows of the table in proportion; each day after the second takes what the second took. */
function icePounds(food: number, days: number): number {
  const [one, two] = ([0, 1] as const).map((day) => alongTable(food, day)) as [number, number]
  return one + (days - 1) * (two - one)
}

function alongTable(food: number, day: 0 | 1): number {
  const above = Math.max(
    1,
    ICE_POUNDS.findIndex((row) => row.food >= food),
  )
  const end = food > 50 ? ICE_POUNDS.length - 1 : above
  const [low, high] = [ICE_POUNDS[end - 1], ICE_POUNDS[end]]
  if (!low || !high) return 0
  const share = Math.max(0, (food - low.food) / (high.food - low.food))
  return low.days[day] + share * (high.days[day] - low.days[day])
}

/** All of the parcel: what is in it, the ice and the box. */
export const parcelGrams = (contentGrams: number, { boxSize, dryIceGrams }: Packaging) =>
  contentGrams + dryIceGrams + BOX_SIZES[boxSize].emptyGrams

/** null in waves made before it was planned. */
export const plannedFor = (box: { boxSize: BoxSize | null; dryIceGrams: number | null }): Packaging | null =>
  box.boxSize === null || box.dryIceGrams === null
    ? null
    : { boxSize: box.boxSize, dryIceGrams: box.dryIceGrams }
