import type { RefusalCode } from '../orders/readiness.ts'

const CODES: ReadonlySet<string> = new Set<RefusalCode>(['sold_out', 'below_minimum', 'too_large'])

/** The shopper can mend these refusals only in the cart. */
export const isMendedInCart = (code: string): boolean => CODES.has(code)
