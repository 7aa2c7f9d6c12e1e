import type { Order } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

/** Signs the link in a receipt. Whoever has it sees that one order and may change or cancel it. */
export const guestKey = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, orderToken: string) =>
  hmac(deriveKey(sessionSecret, 'guest-order'), orderToken).toString('base64url')

export function isGuestKey(config: Pick<Config, 'sessionSecret'>, orderToken: string, key: unknown): boolean {
  return typeof key === 'string' && isSame(Buffer.from(guestKey(config, orderToken)), Buffer.from(key))
}

/** For links in mails: a guest's opens without signing in. */
export const linkKey = (config: Config, { token, userId }: Order): string | null =>
  userId === null ? guestKey(config, token) : null
