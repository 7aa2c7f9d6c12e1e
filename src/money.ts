/** '$1,234.56' for 123456 cents. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const [dollars = '0', rest = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${sign}$${groupDigits(dollars)}.${rest}`
}

/** '1234.56' for 123456 cents, as forms and files have it. */
export const plainDollars = (cents: number): string => (cents / 100).toFixed(2)

const TYPED_DOLLARS = /^\$?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/

/** Cents of '12.50', '$12.5' or '1,234'; null for anything else. By digits: 24.9 * 100 isn't 2490 in floating point. */
export function parseDollars(typed: string): number | null {
  const [, dollars, cents = ''] = TYPED_DOLLARS.exec(typed.trim()) ?? []
  return dollars === undefined
    ? null
    : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** Cents as scripts send them or, without those, dollars as people type them. */
export function readCents(cents: string, dollars: string): number | null {
  if (cents === '') return parseDollars(dollars)
  return /^\d{1,9}$/.test(cents) ? Number(cents) : null
}

/** '1,234' for '1234'. Not by Intl, whose first use takes a phone 100 ms. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** '$49' for 4900 cents, '$49.50' for 4950. */
export const shortCents = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

export const GRAMS_PER_POUND = 453.59237
const OUNCES_PER_POUND = 16

/** '11.2' for 5,080 g. */
export const inPounds = (grams: number): string => (grams / GRAMS_PER_POUND).toFixed(1)

/** '3.42' for 1,551 g, as scales show it. */
export const exactPounds = (grams: number): string => (grams / GRAMS_PER_POUND).toFixed(2)

/** Weights are rounded to grams, so one within rounding of a quarter ounce counts as that: 283 g is 10 oz. */
export const perPoundCents = (priceCents: number, weightGrams: number) =>
  Math.round((priceCents * OUNCES_PER_POUND) / ouncesOf(weightGrams))

/** The price of a pound as pages show it: the offer's own if it's sold by weight. */
export const shownPoundCents = (offer: {
  priceCents: number
  weightGrams: number
  poundCents: number | null
}) => offer.poundCents ?? perPoundCents(offer.priceCents, offer.weightGrams)

const GRAMS_PER_HUNDREDTH = GRAMS_PER_POUND / 100

/** What a pack sold by weight costs: by hundredths of a pound, as scales show them, rounded half up to cents. */
export const weighedCents = (poundCents: number, netGrams: number): number =>
  Math.floor((2 * poundCents * Math.round(netGrams / GRAMS_PER_HUNDREDTH) + 100) / 200)

function ouncesOf(weightGrams: number): number {
  const ounces = (weightGrams * OUNCES_PER_POUND) / GRAMS_PER_POUND
  const nominal = Math.round(ounces * 4) / 4
  return Math.round((nominal * GRAMS_PER_POUND) / OUNCES_PER_POUND) === weightGrams ? nominal : ounces
}
