import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { httpUrl, text } from './environment-values.ts'

/** A PKCS #8 key, as in its file, or on one line with `\n` for line breaks. */
const signingKey = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n').trim())
  .refine(isSigningKey, {
    message: 'must be the private key of a .p8 file, on one line with \\n for line breaks',
  })

export const SOCIAL_VARIABLES = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: signingKey.optional(),
  FACEBOOK_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
}

const Variables = z.object(SOCIAL_VARIABLES)
type Env = z.infer<typeof Variables>

export type ProviderName = 'google' | 'apple' | 'facebook' | 'oidc'

export type ProviderConfig = {
  name: ProviderName
  label: string
  issuer: string
  clientId: string
  clientSecret: string | SecretKey
}

/** Apple wants a freshly signed secret. `pem` is a P-256 key. */
export type SecretKey = { teamId: string; keyId: string; pem: string }

const REQUIRED = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  facebook: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  oidc: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const satisfies Record<ProviderName, readonly (keyof Env)[]>

export function socialProblems(env: Env, isDemo: boolean): string[] {
  const missing = Object.values(REQUIRED).flatMap((names) =>
    names.some((name) => env[name])
      ? names.filter((name) => !env[name]).map((name) => `${name}: required with ${others(names, name)}`)
      : [],
  )
  const isUnsafe = !isDemo && env.OIDC_ISSUER?.startsWith('http:')
  return [...missing, ...(isUnsafe ? ['OIDC_ISSUER: a live shop must use https'] : [])]
}

const others = (names: readonly string[], name: string) =>
  names.filter((other) => other !== name).join(' and ')

export function socialOf(env: Env): ProviderConfig[] {
  return [
    withSecret(
      'google',
      'Google',
      'https://accounts.google.com',
      env.GOOGLE_CLIENT_ID,
      env.GOOGLE_CLIENT_SECRET,
    ),
    apple(env),
    withSecret(
      'facebook',
      'Facebook',
      'https://www.facebook.com',
      env.FACEBOOK_CLIENT_ID,
      env.FACEBOOK_CLIENT_SECRET,
    ),
    env.OIDC_ISSUER === undefined
      ? null
      : withSecret(
          'oidc',
          new URL(env.OIDC_ISSUER).host,
          env.OIDC_ISSUER,
          env.OIDC_CLIENT_ID,
          env.OIDC_CLIENT_SECRET,
        ),
  ].filter((provider) => provider !== null)
}

const withSecret = (
  name: ProviderName,
  label: string,
  issuer: string,
  clientId?: string,
  clientSecret?: string,
): ProviderConfig | null =>
  clientId && clientSecret ? { name, label, issuer, clientId, clientSecret } : null

function apple({
  APPLE_CLIENT_ID: clientId,
  APPLE_TEAM_ID: teamId,
  APPLE_KEY_ID: keyId,
  APPLE_PRIVATE_KEY: pem,
}: Env): ProviderConfig | null {
  if (!clientId || !teamId || !keyId || !pem) return null
  const clientSecret = { teamId, keyId, pem }
  return { name: 'apple', label: 'Apple', issuer: 'https://appleid.apple.com', clientId, clientSecret }
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
