import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export type Random = {
  /** A public id: 22 base62 characters, 131 bits. */
  token(): string
  /** For people to read out and type: no 0, O, 1, I or L. */
  readable(length: number): string
  /** 256 bits. */
  secret(): string
  /** From 0 up to 1, for spreading out work. */
  fraction(): number
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const READABLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const TOKEN_PATTERN = /^[0-9A-Za-z]{22}$/

const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

export const random: Random = {
  token: () => pick(BASE62, 22),
  readable: (length) => pick(READABLE, length),
  secret: () => randomBytes(32).toString('base64url'),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Of what a page shows; changes with any of its fields. */
export const versionOf = (shown: object): string => sha256(JSON.stringify(shown)).slice(0, 16)

/** Whether it changed after the page that saw it. @param seen a version; empty from scripts that saw none */
export const isStale = (seen: string, now: object): boolean => seen !== '' && seen !== versionOf(now)

/** Marks one press of a form and what it sent, so that the same press counts once. Null for a request without a press. */
export const pressMark = (press: string, ...content: unknown[]): string | null =>
  press === '' ? null : sha256(JSON.stringify([press, ...content]))

const derivedKeys = new Map<string, Buffer>()

/**
 * One key per purpose: a signature for one is worthless for another. Cached, because deriving a key takes longer than
 * signing, and every page signs.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${secret}\n${purpose}`
  const key = derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, 'droveway', purpose, 32))
  derivedKeys.set(name, key)
  return key
}

export const hmac = (key: Buffer, data: string | Buffer) => createHmac('sha256', key).update(data).digest()

/** Compares in constant time. */
export function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
