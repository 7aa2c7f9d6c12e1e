/**
 * What one person may give away, in money or goods, without a second one. Each gift made alone leaves `alone_cents`
 * in its audit entry, which nobody can shorten; the sums are read from there, without boxes sent again but canceled.
 */
export const GIVING_LIMITS = {
  /** Of one order, over every door: refund, cancel, edit, reship, flag and claim. */
  orderCents: 20_000,
  /** In store credit, given or taken in one day. */
  creditCents: 10_000,
  /** In one day, over every door. */
  dayCents: 50_000,
  /** The most that a promotion takes off a box; as an amount, `orderCents`. */
  promotionPercent: 50,
}

export const MAX_CREDIT_CENTS = 200_000
