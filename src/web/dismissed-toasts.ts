import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { HIDDEN } from './toast-rules.ts'

const PREFIX = 'visibility-'

export const NONE_CLOSED: ReadonlySet<string> = new Set()

/** The toasts that this browser has closed, by the names of their cookies. */
export function closedToasts(c: Context): ReadonlySet<string> {
  if (!c.req.header('cookie')?.includes(PREFIX)) return NONE_CLOSED
  const closed = Object.entries(getCookie(c)).filter(
    ([name, value]) => name.startsWith(PREFIX) && value === HIDDEN,
  )
  return new Set(closed.map(([name]) => name))
}
