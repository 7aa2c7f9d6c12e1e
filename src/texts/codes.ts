import type { Config } from '../config/config.ts'
import { MINUTE_MS } from '../day.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

export const CODE_LIFE_MS = 10 * MINUTE_MS
export const MAX_CODE_TRIES = 3

/** Six digits from the row's token and the shop's secret: neither the row nor a job reveals them. */
export function codeOf({ sessionSecret }: Pick<Config, 'sessionSecret'>, codeToken: string): string {
  const digest = hmac(deriveKey(sessionSecret, 'codes by text'), codeToken)
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
}

export const isCode = (config: Pick<Config, 'sessionSecret'>, codeToken: string, typed: string): boolean =>
  isSame(Buffer.from(codeOf(config, codeToken)), Buffer.from(typed))
