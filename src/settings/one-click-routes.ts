import { Hono } from 'hono'
import { isOutdatedPreferenceLink, openPreferenceLink } from '../accounts/preference-links.ts'
import { changePreferences } from '../accounts/preferences.ts'
import { paths } from '../paths.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { byNetwork, failureCounter } from '../web/rate-limit.ts'

/**
 * The one-click door of RFC 8058, for mail programs: they have no cookie, no page of ours and no token of a form, so it
 * stands before all of that. It is safe without: whoever calls it shows the sealed link of one account, which nobody
 * can make or guess, a browser that is lured here sends no more than anybody could, and all it ever does is to end
 * letters that its reader can switch on again. A GET shows the page instead, as scanners of mails ask for every link.
 */
export const oneClickRoutes = new Hono<AppEnv>()

const LONGEST_BODY = 1_024
const wrong = failureCounter({ points: 60, seconds: 60, by: byNetwork })

oneClickRoutes.post(paths.unsubscribe.pattern, async (c) => {
  const wait = await wrong.secondsToWait(c)
  if (wait > 0) return c.text('Please wait.', 429, { 'Retry-After': String(wait) })
  const { services } = c.var
  const sealed = c.req.param('sealed')
  // Its mailbox gets nothing more, which is what was asked for.
  if (isOutdatedPreferenceLink(services, sealed)) return c.text('Nothing is sent to this address any more.')
  const user = openPreferenceLink(services, sealed)
  if (!user) {
    await wrong.count(c)
    return c.text("We couldn't find that.", 404)
  }
  const bytes = await readBytes(c.req.raw, LONGEST_BODY)
  if (typeof bytes === 'string')
    return c.text('We could not read that request.', bytes === 'too_large' ? 413 : 400)
  if (!saysOneClick(bytes.toString('utf8'))) return c.text('List-Unsubscribe=One-Click is missing.', 400)
  await changePreferences(services.db, user.id, { level: 'never' }, services.clock.now())
  c.var.log.info({ event: 'unsubscribed' }, 'letters ended by one click')
  return c.text('You are unsubscribed.')
})

/** As a form's field, urlencoded or multipart: RFC 8058 allows both. */
const saysOneClick = (body: string): boolean =>
  new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' ||
  /name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/.test(body)
