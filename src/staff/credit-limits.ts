/** Above it, in one day and for one customer, a second person decides. */
export const ALONE_CENTS = 10_000
export const MAX_CREDIT_CENTS = 200_000
