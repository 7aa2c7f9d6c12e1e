/** The version the `stripe` package speaks; the three Stripe packages are upgraded together, and this with them. */
export const API_VERSION = '2026-10-28.endive'
