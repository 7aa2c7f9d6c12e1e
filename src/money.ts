/** '$1,234.56' for 123456 cents; a minus stands before the dollar sign. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const [dollars = '0', rest = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${sign}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

const GRAMS_PER_POUND = 453.59237

/** What a pound costs at this price and weight, in whole cents. */
export const perPoundCents = (priceCents: number, weightGrams: number) =>
  Math.round((priceCents * GRAMS_PER_POUND) / weightGrams)
