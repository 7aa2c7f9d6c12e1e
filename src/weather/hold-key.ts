import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

type Secrets = Pick<Config, 'sessionSecret'>

/** Signs a guest's link to the page of a hold, on which they may cancel. */
export const holdKey = ({ sessionSecret }: Secrets, holdId: number) =>
  hmac(deriveKey(sessionSecret, 'weather-hold'), String(holdId)).toString('base64url')

export const isHoldKey = (config: Secrets, holdId: number, key: unknown): boolean =>
  typeof key === 'string' && isSame(Buffer.from(holdKey(config, holdId)), Buffer.from(key))
