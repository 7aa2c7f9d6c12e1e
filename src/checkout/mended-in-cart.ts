import type { RefusalCode } from '../orders/readiness.ts'

const CODES: ReadonlySet<string> = new Set<RefusalCode>([
  'sold_out',
  'below_minimum',
  'too_large',
  'promotion',
])

/** The shopper can mend these refusals in the cart: also a code, which folds away with the box at checkout. */
export const isMendedInCart = (code: string): boolean => CODES.has(code)
