import { deriveKey } from '../tokens.ts'
import { key, origin, textOfAtMost } from './environment-values.ts'

export type ShippingConfig = {
  apiKey: string
  /** null: EasyPost, or the embedded carrier. */
  apiBase: string | null
  webhookSecret: string
  embedded: boolean
}

export const SHIPPING_VARIABLES = {
  EASYPOST_API_KEY: key.optional(),
  EASYPOST_API_BASE: origin.optional(),
  SHIPPING_WEBHOOK_SECRET: textOfAtMost(200).optional(),
}

type Variables = {
  EASYPOST_API_KEY?: string | undefined
  EASYPOST_API_BASE?: string | undefined
  SHIPPING_WEBHOOK_SECRET?: string | undefined
}

/** Public: the embedded carrier moves no parcels. */
const EMBEDDED_KEY = 'EZTK_embedded'

/** The embedded carrier signs with a secret of this shop's, unless one is given. */
export const shippingOf = (env: Variables, sessionSecret: string): ShippingConfig => ({
  apiKey: env.EASYPOST_API_KEY ?? EMBEDDED_KEY,
  apiBase: env.EASYPOST_API_BASE ?? null,
  webhookSecret:
    env.SHIPPING_WEBHOOK_SECRET ??
    deriveKey(sessionSecret, 'webhooks of the embedded carrier').toString('hex'),
  embedded: env.EASYPOST_API_KEY === undefined,
})

const MIN_SECRET_LENGTH = 16

export function shippingProblems(env: Variables, demo: boolean): string[] {
  const { EASYPOST_API_KEY: apiKey, EASYPOST_API_BASE: apiBase, SHIPPING_WEBHOOK_SECRET: secret } = env
  return [
    ...(apiBase && !apiKey ? ['EASYPOST_API_KEY: required with EASYPOST_API_BASE'] : []),
    ...(apiKey && !secret ? ['SHIPPING_WEBHOOK_SECRET: required with EASYPOST_API_KEY'] : []),
    ...(!demo && secret !== undefined && secret.length < MIN_SECRET_LENGTH
      ? [`SHIPPING_WEBHOOK_SECRET: must have at least ${MIN_SECRET_LENGTH} characters`]
      : []),
    ...(!demo && apiBase?.startsWith('http:') ? ['EASYPOST_API_BASE: a live shop must use https'] : []),
  ]
}
