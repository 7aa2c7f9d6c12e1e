import { readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'transaction_ids'
const MAX_AGE_DAYS = 60
/** Keeps the cookie well under the browser's 4 KB. */
const MAX_IDS = 40

/** Orders whose purchase this browser has already counted. @throws when the cookie cannot be read */
export function readCountedOrders(): string[] {
  const text = readCookie(COOKIE)
  const ids: unknown = text === null ? [] : JSON.parse(decodeURIComponent(text))
  if (!Array.isArray(ids)) throw new Error(`${COOKIE} is not a list`)
  return ids.filter((id) => typeof id === 'string')
}

export function writeCountedOrders(ids: string[]) {
  writeCookie(COOKIE, encodeURIComponent(JSON.stringify(ids.slice(-MAX_IDS))), MAX_AGE_DAYS)
}
