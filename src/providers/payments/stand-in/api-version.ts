/** The version the `stripe` package speaks. Upgrade the three Stripe packages and this together. */
export const API_VERSION = '2026-10-28.endive'
