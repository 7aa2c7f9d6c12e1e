import { createPrivateKey, sign } from 'node:crypto'
import type { SecretKey } from '../../config/social-config.ts'

const LIFE_SECONDS = 300

/** The secret Apple wants: who asks, for which client and for how long, signed with the key of the account (ES256). */
export function signedSecret({ teamId, keyId, pem }: SecretKey, clientId: string, audience: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: teamId, iat: now, exp: now + LIFE_SECONDS, aud: audience, sub: clientId }
  const said = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' as const }
  return `${said}.${sign('sha256', Buffer.from(said), key).toString('base64url')}`
}
