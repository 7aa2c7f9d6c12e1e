/** The least an order must hold, and from how much standard delivery is free. */
export type OrderTerms = { minimumCents: number; freeFromCents: number; memberFreeFromCents: number }

export const DEFAULT_ORDER_TERMS: OrderTerms = {
  minimumCents: 4_900,
  freeFromCents: 14_900,
  memberFreeFromCents: 9_900,
}
