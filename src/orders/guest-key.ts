import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

/** What makes a mailed address open one order to whoever reads the mail: for that order, and to look at only. */
export const guestKey = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, orderToken: string) =>
  hmac(deriveKey(sessionSecret, 'guest-order'), orderToken).toString('base64url')

export function isGuestKey(config: Pick<Config, 'sessionSecret'>, orderToken: string, key: unknown): boolean {
  return typeof key === 'string' && isSame(Buffer.from(guestKey(config, orderToken)), Buffer.from(key))
}
