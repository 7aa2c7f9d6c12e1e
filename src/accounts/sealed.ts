import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../tokens.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyFor = (secret: string) => deriveKey(secret, 'second-factor')

/** AES-256-GCM. Opens only with the shop's secret and for the same owner. */
export function seal(secret: string, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** @returns null if the shop's secret is another one by now */
export function unseal(secret: string, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const bodyAt = NONCE_BYTES + TAG_BYTES
  if (bytes.length < bodyAt) return null
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
