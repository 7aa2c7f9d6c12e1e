/** The shelves in the order of the navigation. Slugs are the animals that varieties name. */
export const CATEGORIES = [
  {
    slug: 'beef',
    name: 'Beef',
    intro: 'Steaks, roasts and ground, from herds that are moved by hand and hung by the day.',
  },
  { slug: 'pork', name: 'Pork', intro: 'Chops, shoulders and bacon from pigs with room to root.' },
  { slug: 'lamb', name: 'Lamb', intro: 'Racks, legs and chops from flocks on high grass.' },
  { slug: 'bison', name: 'Bison', intro: 'Lean and deep red, from herds that never leave the prairie.' },
  {
    slug: 'poultry',
    name: 'Poultry',
    intro: 'Birds that walked, pecked and were chilled in air, not water.',
  },
  { slug: 'seafood', name: 'Seafood', intro: 'Fish and shellfish, frozen within hours of the boat.' },
  { slug: 'pantry', name: 'Pantry', intro: 'Broth, fat, salt and sweet: what stands beside the stove.' },
] as const

export type Category = (typeof CATEGORIES)[number]

export const findCategory = (slug: string): Category | null =>
  CATEGORIES.find((category) => category.slug === slug) ?? null

/** At this many or fewer the page says how many are left (CAT-6). */
export const LOW_STOCK = 5

export const PAGE_SIZE = 24

/** Bounds a product page (GND-10). */
export const MOST_WEIGHTS = 12

/** Badges that a shopper should see first. */
export const isHighlight = (badge: string) => badge === 'Limited' || badge === 'Wagyu'

export type StockState = { kind: 'in_stock' } | { kind: 'low'; left: number } | { kind: 'sold_out' }

/** What a shopper is told of the shelf; fewer than the smallest amount sold is as good as none. */
export function stockState(free: number, minQuantity: number): StockState {
  if (free < minQuantity) return { kind: 'sold_out' }
  return free <= LOW_STOCK ? { kind: 'low', left: free } : { kind: 'in_stock' }
}

/** Units that are in other boxes while these are being paid: they are sold soon, or back within so many minutes. */
export type Elsewhere = { units: number; boxes: number; minutes: number }

export const elsewhereSentence = ({ units, boxes, minutes }: Elsewhere): string =>
  boxes === 1
    ? `${units} in another box, back in ${minutes} min`
    : `${units} in other boxes, the first back in ${minutes} min`
