import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { HIDDEN } from './toast-rules.ts'

const PREFIX = 'visibility-'

export const NO_DISMISSED_TOASTS: ReadonlySet<string> = new Set()

/** The toasts that this browser has closed, by the names of their cookies. */
export function dismissedToasts(c: Context): ReadonlySet<string> {
  if (!c.req.header('cookie')?.includes(PREFIX)) return NO_DISMISSED_TOASTS
  const closed = Object.entries(getCookie(c)).filter(
    ([name, value]) => name.startsWith(PREFIX) && value === HIDDEN,
  )
  return new Set(closed.map(([name]) => name))
}
