/** In cents: the discount on a friend's first box, and the credit for the account that invited them (REF-1). */
export const REFERRAL_CENTS = 2_500

export const REFERRALS_A_YEAR = 20
