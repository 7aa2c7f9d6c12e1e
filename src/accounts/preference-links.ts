import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, TOKEN_PATTERN } from '../tokens.ts'
import { preferencesOf } from './preferences.ts'
import { lastingUser, userByToken } from './users.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const MAX_LENGTH = 200

type Secrets = Pick<Config, 'sessionSecret'>

/**
 * Never expires, because emails are read years later. A new version of the account's links takes from it all but the
 * right to unsubscribe.
 */
export function sealPreferenceLink(config: Secrets, userToken: string, version: number): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(config), iv)
  const sealed = Buffer.concat([cipher.update(`${userToken}.${version}`, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

type Shop = { db: Db; config: Secrets }

export function openPreferenceLink(shop: Shop, sealed: unknown): User | null {
  const link = readPreferenceLink(shop, sealed)
  return link?.isCurrent ? link.user : null
}

/**
 * Null for a forged link. A genuine one may be outdated. `user` is null for a deleted account, and for a merged one the
 * account that took it over.
 */
export function readPreferenceLink(
  { db, config }: Shop,
  sealed: unknown,
): { user: User | null; isCurrent: boolean } | null {
  const [userToken, version] = readLink(config, sealed) ?? []
  if (userToken === undefined) return null
  const user = userByToken(db, userToken)
  if (!user) return { user, isCurrent: false }
  if (user.mergedIntoId !== null) return { user: lastingUser(db, user), isCurrent: false }
  return { user, isCurrent: String(preferencesOf(db, user.id).version) === version }
}

function readLink(config: Secrets, sealed: unknown): [userToken: string, version: string] | null {
  const text = typeof sealed === 'string' && sealed.length <= MAX_LENGTH ? decrypt(config, sealed) : null
  const [userToken = '', version = ''] = text?.split('.') ?? []
  return TOKEN_PATTERN.test(userToken) ? [userToken, version] : null
}

function decrypt(config: Secrets, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  // Buffer.from skips invalid characters; only the canonical spelling of a link counts.
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(config), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

const keyOf = ({ sessionSecret }: Secrets) => deriveKey(sessionSecret, 'email-preferences')
