import { Hono } from 'hono'
import { readPreferenceLink } from '../accounts/preference-links.ts'
import { changePreferences } from '../accounts/preferences.ts'
import { paths } from '../paths.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { byNetwork, failureCounter } from '../web/rate-limit.ts'

/**
 * One-click unsubscribe (RFC 8058). Mail programs send no cookie and no authenticity token, so it is mounted before
 * those checks. A GET shows the preferences page instead, because mail scanners follow every link.
 */
export const oneClickRoutes = new Hono<AppEnv>()

const MAX_BODY_BYTES = 1_024
const wrongLinks = failureCounter({ points: 60, seconds: 60, by: byNetwork })

oneClickRoutes.post(paths.unsubscribe.pattern, async (c) => {
  const wait = await wrongLinks.secondsToWait(c)
  if (wait > 0) return c.text('Please wait.', 429, { 'Retry-After': String(wait) })
  const { services } = c.var
  const sealed = c.req.param('sealed')
  const link = readPreferenceLink(services, sealed)
  if (!link) {
    await wrongLinks.count(c)
    return c.text("We couldn't find that.", 404)
  }
  const bytes = await readBytes(c, MAX_BODY_BYTES)
  if (typeof bytes === 'string')
    return c.text("We couldn't read that request.", bytes === 'too_large' ? 413 : 400)
  if (!isOneClick(bytes.toString('utf8'))) return c.text('List-Unsubscribe=One-Click is missing.', 400)
  const { user } = link
  if (!user) return c.text("We don't send anything to this address anymore.")
  await changePreferences(services.db, user.id, { level: 'never' }, services.clock.now())
  c.var.log.info({ event: 'unsubscribed' }, 'unsubscribed by one click')
  return c.text("You're unsubscribed.")
})

/** RFC 8058 allows urlencoded and multipart bodies. */
const isOneClick = (body: string): boolean =>
  new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' ||
  /name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/.test(body)
