/** What pages and their behaviours must agree on. */

const TOKEN = /^[A-Za-z0-9_-]{1,64}$/
const SECOND_MS = 1_000
const SECONDS_A_DAY = 86_400
const SECONDS_AN_HOUR = 3_600

/** The day from which the terms of service are as they stand: kept with what somebody agrees to under them. */
export const TERMS_VERSION = '2026-11-20'

export const MESSAGE_REQUIRED = 'message is required'

/** What the cookie of `visibilityCookie` holds once somebody has closed the toast. */
export const HIDDEN = 'hidden'

/** The cookie that remembers the toast of this token; null for what cannot be part of a cookie's name. */
export const visibilityCookie = (token: string): string | null =>
  TOKEN.test(token) ? `visibility-${token}` : null

/**
 * '2 days 4 h', '4 h 12 min 09 s', '9 s': how long it still is, a second that has begun counted whole. Days need no
 * seconds, which would only make people nervous.
 */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const days = Math.floor(seconds / SECONDS_A_DAY)
  const hours = Math.floor((seconds % SECONDS_A_DAY) / SECONDS_AN_HOUR)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
  const minutes = Math.floor((seconds % SECONDS_AN_HOUR) / 60)
  const units = [hours > 0 && `${hours} h`, (hours > 0 || minutes > 0) && `${minutes} min`]
  const rest = seconds % 60
  return [...units, seconds < 60 ? `${rest} s` : `${String(rest).padStart(2, '0')} s`]
    .filter(Boolean)
    .join(' ')
}
