import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from './env.ts'

/** What this browser chose, on the privacy page or when it was asked: yes or no. */
const CHOICE_COOKIE = 'privacy_choice'
const CHOICE_SECONDS = 365 * 24 * 3600

/** Global Privacy Control: the browser opts out for its user, whatever was chosen. */
export const sendsPrivacySignal = (c: Context) => c.req.header('sec-gpc') === '1'

export const chosenPrivacy = (c: Context) => getCookie(c, CHOICE_COOKIE)

/** Our own counting of visits: until someone opts out. */
export const isMeasured = (c: Context) => !sendsPrivacySignal(c) && chosenPrivacy(c) !== 'no'

/** Scripts of other companies: only after a yes. */
export const allowsOthers = (c: Context) => !sendsPrivacySignal(c) && chosenPrivacy(c) === 'yes'

/** The client's own cookies, which end with a no. */
const COUNTING_COOKIES = ['ahoy_visit', 'ahoy_visitor', 'ahoy_events', 'ahoy_track']

/** Scripts read it too. */
export function choosePrivacy(c: Context<AppEnv>, choice: 'yes' | 'no') {
  const secure = c.var.services.config.appUrl.startsWith('https:')
  setCookie(c, CHOICE_COOKIE, choice, { path: '/', maxAge: CHOICE_SECONDS, sameSite: 'Lax', secure })
  if (choice === 'no') for (const name of COUNTING_COOKIES) deleteCookie(c, name, { path: '/' })
}
