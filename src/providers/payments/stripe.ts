import Stripe from 'stripe'

/** Per call: with the package's one retry, a shopper waits less than ten seconds. */
const TIMEOUT_MS = 4_000

/** @param apiBase any host with Stripe's HTTP API, as an origin without /v1; null: Stripe */
export function createStripe(secretKey: string, apiBase: string | null): Stripe {
  const base = apiBase ? hostOf(new URL(apiBase)) : {}
  return new Stripe(secretKey, { ...base, timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false })
}

function hostOf(url: URL) {
  const protocol = url.protocol === 'https:' ? ('https' as const) : ('http' as const)
  const port = url.port === '' ? (protocol === 'https' ? 443 : 80) : Number(url.port)
  return { host: url.hostname, port, protocol }
}
