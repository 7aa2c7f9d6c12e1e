import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { HIDDEN } from './toast-rules.ts'

const PREFIX = 'visibility-'

export const NO_DISMISSED_TOASTS: ReadonlySet<string> = new Set()

export function dismissedToasts(c: Context): ReadonlySet<string> {
  if (!c.req.header('cookie')?.includes(PREFIX)) return NO_DISMISSED_TOASTS
  const dismissed = Object.entries(getCookie(c)).filter(
    ([name, value]) => name.startsWith(PREFIX) && value === HIDDEN,
  )
  return new Set(dismissed.map(([name]) => name))
}
