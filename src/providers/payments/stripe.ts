import Stripe from 'stripe'

/** Limit for one call. The package retries once, so a shopper waits less than ten seconds. */
const TIMEOUT_MS = 4_000

/** The official client, for Stripe or any host that speaks its HTTP API. `apiBase` is an origin, without /v1. */
export function createStripe(secretKey: string, apiBase: string | null): Stripe {
  const base = apiBase ? hostOf(new URL(apiBase)) : {}
  return new Stripe(secretKey, { ...base, timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false })
}

function hostOf(url: URL) {
  const protocol = url.protocol === 'https:' ? ('https' as const) : ('http' as const)
  const port = url.port === '' ? (protocol === 'https' ? 443 : 80) : Number(url.port)
  return { host: url.hostname, port, protocol }
}
