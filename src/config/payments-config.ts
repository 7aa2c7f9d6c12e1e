import type { Env } from './environment.ts'
import type { Secrets } from './secrets.ts'

export type PaymentsConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Whether the keys move real money. Payments and webhooks of the other mode are refused. */
  livemode: boolean
  /** null: Stripe, or the embedded stand-in. */
  apiBase: string | null
  /** null: Stripe.js from Stripe, or from the stand-in. */
  scriptUrl: string | null
  embedded: boolean
}

/** Public keys: the embedded stand-in guards no money. */
const EMBEDDED = { secretKey: 'sk_test_embedded', publishableKey: 'pk_test_embedded' }

export const isEmbedded = (env: Env) => !env.STRIPE_SECRET_KEY && !env.STRIPE_API_BASE

export const isEmbeddedKey = (key: string | undefined) => key === EMBEDDED.secretKey

export function paymentsOf(env: Env, secrets: Secrets | null): PaymentsConfig {
  const secretKey = env.STRIPE_SECRET_KEY ?? EMBEDDED.secretKey
  return {
    secretKey,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? EMBEDDED.publishableKey,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? secrets?.webhook ?? '',
    livemode: modeOf(secretKey, SECRET_KEY) === 'live',
    apiBase: env.STRIPE_API_BASE ?? null,
    scriptUrl: env.STRIPE_JS_URL ?? null,
    embedded: isEmbedded(env),
  }
}

export function paymentProblems(env: Env): string[] {
  if (isEmbedded(env)) return []
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter((name) => !env[name])
    .map((name) => `${name}: required unless payments are embedded`)
  return [...missing, ...keyProblems(env)]
}

/** Restricted keys (`rk_…`) work like secret ones. */
const SECRET_KEY = /^(?:sk|rk)_(live|test)_./
const PUBLISHABLE_KEY = /^pk_(live|test)_./

const modeOf = (key: string | undefined, pattern: RegExp) => pattern.exec(key ?? '')?.[1] ?? null

function keyProblems(env: Env): string[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const mode = modeOf(secretKey, SECRET_KEY)
  const publishableMode = modeOf(publishableKey, PUBLISHABLE_KEY)
  return [
    ...(secretKey && !mode
      ? ['STRIPE_SECRET_KEY: must start with sk_test_, sk_live_, rk_test_ or rk_live_']
      : []),
    ...(publishableKey && !publishableMode
      ? ['STRIPE_PUBLISHABLE_KEY: must start with pk_test_ or pk_live_']
      : []),
    ...(mode && publishableMode && mode !== publishableMode
      ? [`STRIPE_PUBLISHABLE_KEY: is for ${publishableMode} mode, but STRIPE_SECRET_KEY is for ${mode} mode`]
      : []),
  ]
}
