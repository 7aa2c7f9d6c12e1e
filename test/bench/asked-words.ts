/** Search terms that people type, in rotation. The same in every run. */

const CUTS = [
  'ribeye',
  'brisket',
  'chuck roast',
  'short ribs',
  'pork chops',
  'bacon',
  'chicken thighs',
  'drumsticks',
  'salmon',
  'halibut',
  'ground beef',
  'lamb shoulder',
  'new york strip',
  'filet',
  'sausage',
  'turkey',
]

/** Typos: one in eight searches has one. */
const SLIPS = ['ribey', 'briskit', 'samlon', 'chiken thighs']

const KINDS = [
  'wagyu',
  'grass fed',
  'organic',
  'heritage',
  'wild',
  'dry aged',
  'angus',
  'bison',
  'smoked',
  'pasture',
]

const PLACES = [
  'three larks',
  'montana',
  'oregon',
  'ranch',
  'vermont',
  'kodiak',
  'texas',
  'prairie',
  'orchard',
  'river',
]

/** Few enough that a shop may cache the results. */
export const oftenSearched = (nth: number): string => (nth % 8 === 7 ? of(SLIPS, nth >> 3) : of(CUTS, nth))

/** A cut of a kind from a place; 1,600 combinations before the first repeats: more than a shop should cache. */
export function rarelySearched(nth: number): string {
  const turn = (nth * 7) % (CUTS.length * KINDS.length * PLACES.length)
  const kinds = Math.floor(turn / CUTS.length)
  return `${of(CUTS, turn)} ${of(KINDS, kinds)} ${of(PLACES, Math.floor(kinds / KINDS.length))}`
}

/** The first two letters of a cut, then three, and so on up to six. */
export const typedSoFar = (nth: number): string => of(CUTS, Math.floor(nth / 5)).slice(0, 2 + (nth % 5))

const of = (words: string[], nth: number): string => words[nth % words.length] ?? ''
