import { createPrivateKey, sign } from 'node:crypto'
import type { SecretKey } from '../../config/social-config.ts'

const LIFE_SECONDS = 300

/** Apple's client secret: a short-lived JWT, signed with the account's key (ES256). */
export function signedSecret({ teamId, keyId, pem }: SecretKey, clientId: string, audience: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: teamId, iat: now, exp: now + LIFE_SECONDS, aud: audience, sub: clientId }
  const signingInput = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' as const }
  return `${signingInput}.${sign('sha256', Buffer.from(signingInput), key).toString('base64url')}`
}
