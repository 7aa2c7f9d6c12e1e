import type { Claim } from '#db/schema/claims.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac } from '../tokens.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/**
 * The gift card code of a claim's credit; null when the credit went to the account. It can be made again, so it is
 * stored nowhere but as the card's hash.
 */
export function creditCode(
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  { id, giftCardId }: Pick<Claim, 'id' | 'giftCardId'>,
): string | null {
  return giftCardId === null ? null : codeOf(sessionSecret, id)
}

export const codeOf = (sessionSecret: string, claimId: number): string =>
  made(sessionSecret, 'claim-credit', String(claimId))

/** Of a gift card that an order buys; made again for its mail and its printed page, and stored nowhere either. */
export const boughtCode = (sessionSecret: string, boughtToken: string): string =>
  made(sessionSecret, 'bought-gift-card', boughtToken)

/** Of a gift card that staff issue by one press of a button. */
export const issuedCode = (sessionSecret: string, press: string): string =>
  made(sessionSecret, 'issued-gift-card', press)

/** 80 bits. */
const made = (sessionSecret: string, purpose: string, name: string): string =>
  [...hmac(deriveKey(sessionSecret, purpose), name)]
    .slice(0, LENGTH)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
