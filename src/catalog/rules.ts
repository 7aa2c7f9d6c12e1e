/** In navigation order. A slug is the `animal` of its varieties. The intros claim nothing about a shop's farms. */
export const CATEGORIES = [
  {
    slug: 'beef',
    name: 'Beef',
    intro: 'Steaks, roasts and ground beef, each from the farm it names.',
  },
  { slug: 'pork', name: 'Pork', intro: 'Chops, shoulders and bacon, each from the farm it names.' },
  { slug: 'lamb', name: 'Lamb', intro: 'Racks, legs and chops, each from the farm it names.' },
  { slug: 'bison', name: 'Bison', intro: 'Lean and deep red steaks, roasts and ground bison.' },
  {
    slug: 'poultry',
    name: 'Poultry',
    intro: 'Whole birds and parts, each from the farm it names.',
  },
  { slug: 'seafood', name: 'Seafood', intro: 'Fish and shellfish, each from the people it names.' },
  { slug: 'pantry', name: 'Pantry', intro: 'Broths, cooking fats, salts and sweets to keep by the stove.' },
] as const

export type Category = (typeof CATEGORIES)[number]

export const findCategory = (slug: string): Category | null =>
  CATEGORIES.find((category) => category.slug === slug) ?? null

/** At this many units or fewer, the page says how many are left (CAT-6). */
export const LOW_STOCK = 5

export const PAGE_SIZE = 48

/** Weights per variety (GND-10). */
export const MAX_WEIGHTS = 12

export const isHighlight = (badge: string) => badge === 'Limited' || badge === 'Wagyu'

export type StockState = { kind: 'in_stock' } | { kind: 'low'; left: number } | { kind: 'sold_out' }

/** Fewer free units than the minimum quantity count as sold out. */
export function stockState(free: number, minQuantity: number): StockState {
  if (free < minQuantity) return { kind: 'sold_out' }
  return free <= LOW_STOCK ? { kind: 'low', left: free } : { kind: 'in_stock' }
}

/** '' while there is plenty in stock. */
export function availabilityText(stock: StockState): string {
  if (stock.kind === 'in_stock') return ''
  return stock.kind === 'low' ? `${stock.left} left` : 'Sold out'
}

/** Units held for other boxes that are being paid. `minutes` is when the first hold ends. */
export type Elsewhere = { units: number; boxes: number; minutes: number }

export const elsewhereSentence = ({ units, boxes, minutes }: Elsewhere): string =>
  boxes === 1
    ? `${units} in another box, back in ${minutes} min`
    : `${units} in other boxes, the first back in ${minutes} min`
