import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, TOKEN_PATTERN } from '../tokens.ts'
import { preferencesOf } from './preferences.ts'
import { userByToken } from './users.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const LONGEST = 200

type Secrets = Pick<Config, 'sessionSecret'>

/**
 * What lets the reader of a mail change what its account is written about, and nothing else, without signing in:
 * the account and the version of its links, sealed under a key of this one purpose. It never expires, since mails are
 * read years later; a new version ends it.
 */
export function sealPreferenceLink(config: Secrets, userToken: string, version: number): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(config), iv)
  const sealed = Buffer.concat([cipher.update(`${userToken}.${version}`, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

type Shop = { db: Db; config: Secrets }

/** Whose preferences a sealed link opens, or null: altered, of another purpose, outdated, or its account is gone. */
export function openPreferenceLink({ db, config }: Shop, sealed: unknown): User | null {
  const [userToken, version] = readLink(config, sealed) ?? []
  const user = userToken ? userByToken(db, userToken) : null
  return user && String(preferencesOf(db, user.id).version) === version ? user : null
}

/** One of ours, from a mail to an address that its account does not have any more, or whose account is gone. */
export const isOutdatedPreferenceLink = (shop: Shop, sealed: unknown): boolean =>
  readLink(shop.config, sealed) !== null && openPreferenceLink(shop, sealed) === null

function readLink(config: Secrets, sealed: unknown): [userToken: string, version: string] | null {
  const text = typeof sealed === 'string' && sealed.length <= LONGEST ? opened(config, sealed) : null
  const [userToken = '', version = ''] = text?.split('.') ?? []
  return TOKEN_PATTERN.test(userToken) ? [userToken, version] : null
}

function opened(config: Secrets, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  // One link has one spelling: nothing that a decoder would skip.
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
