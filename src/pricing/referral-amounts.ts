/** In cents: what a friend's first box costs less, and what whoever invited them gets (REF-1). */
export const REFERRAL_CENTS = 2_500

export const REFERRALS_A_YEAR = 20
