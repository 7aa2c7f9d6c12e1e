import { z } from 'zod'
import { deriveKey } from '../tokens.ts'
import { key, origin, textOfAtMost } from './environment-values.ts'

export type TextsConfig = {
  accountSid: string
  authToken: string
  /** The number that texts come from, E.164, or the id of a messaging service. */
  from: string
  /** null: Twilio. */
  apiBase: string | null
  embedded: boolean
}

export const TEXTS_VARIABLES = {
  TWILIO_ACCOUNT_SID: key.optional(),
  TWILIO_AUTH_TOKEN: textOfAtMost(200).optional(),
  TWILIO_FROM: key
    .regex(
      /^(\+1[2-9]\d{9}|MG[0-9a-zA-Z]{10,40})$/,
      'must be a number like +12065550100, or a messaging service',
    )
    .optional(),
  TWILIO_API_BASE: origin.optional(),
}

const Variables = z.object(TEXTS_VARIABLES)
type Env = z.infer<typeof Variables>

/** A number of the range that is kept free for fiction. */
const EMBEDDED = { accountSid: 'AC_embedded', from: '+12065550199' }

/** The embedded default signs with a secret of this shop's, unless one is given. */
export const textsOf = (env: Env, sessionSecret: string): TextsConfig => ({
  accountSid: env.TWILIO_ACCOUNT_SID ?? EMBEDDED.accountSid,
  authToken:
    env.TWILIO_AUTH_TOKEN ?? deriveKey(sessionSecret, 'webhooks of the embedded texts').toString('hex'),
  from: env.TWILIO_FROM ?? EMBEDDED.from,
  apiBase: env.TWILIO_API_BASE ?? null,
  embedded: env.TWILIO_ACCOUNT_SID === undefined,
})

const MIN_TOKEN_LENGTH = 16

export function textsProblems(env: Env, demo: boolean): string[] {
  const {
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM: from,
    TWILIO_API_BASE: apiBase,
  } = env
  return [
    ...(apiBase && !sid ? ['TWILIO_ACCOUNT_SID: required with TWILIO_API_BASE'] : []),
    ...(sid && !token ? ['TWILIO_AUTH_TOKEN: required with TWILIO_ACCOUNT_SID'] : []),
    ...(sid && !from ? ['TWILIO_FROM: required with TWILIO_ACCOUNT_SID'] : []),
    ...(!demo && token !== undefined && token.length < MIN_TOKEN_LENGTH
      ? [`TWILIO_AUTH_TOKEN: must have at least ${MIN_TOKEN_LENGTH} characters`]
      : []),
    ...(!demo && apiBase?.startsWith('http:') ? ['TWILIO_API_BASE: a live shop must use https'] : []),
  ]
}
