import { cookieNamed, keepCookie } from './cookies.ts'

const COOKIE = 'transaction_ids'
const KEPT_DAYS = 60
/** A cookie has little room, and the oldest were told long ago. */
const MOST = 40

/** The orders whose purchase this browser has counted. @throws when they cannot be read */
export function countedOrders(): string[] {
  const text = cookieNamed(COOKIE)
  const ids: unknown = text === null ? [] : JSON.parse(decodeURIComponent(text))
  if (!Array.isArray(ids)) throw new Error(`${COOKIE} holds no list`)
  return ids.filter((id) => typeof id === 'string')
}

/** @throws when it cannot be kept */
export function keepCountedOrders(ids: string[]) {
  keepCookie(COOKIE, encodeURIComponent(JSON.stringify(ids.slice(-MOST))), KEPT_DAYS)
}
