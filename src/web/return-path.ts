import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from './env.ts'
import { localPage, localPath } from './redirect.ts'
import { privateCookie } from './session-cookie.ts'

const COOKIE = 'go_back'
const LIFE_SECONDS = 24 * 3600

export function rememberReturnPath(c: Context<AppEnv>, path: string) {
  setCookie(c, COOKIE, path, { ...privateCookie(c.var.services.config), maxAge: LIFE_SECONDS })
}

/** Checked again, because anyone can write a cookie. */
export function rememberedReturnPath(c: Context<AppEnv>): string | null {
  const path = getCookie(c, COOKIE)
  return path ? localPage(path, c.var.services.config.appUrl) : null
}

export const forgetReturnPath = (c: Context<AppEnv>) =>
  deleteCookie(c, COOKIE, privateCookie(c.var.services.config))

/** The page a form was sent from: its `return_to`, else our own referrer, else `fallback`. */
export function previousPage(c: Context<AppEnv>, fallback: string): string {
  const { appUrl } = c.var.services.config
  const returnTo = c.var.body.return_to
  if (typeof returnTo === 'string' && returnTo !== '') return localPath(returnTo, appUrl)
  return ownReferrer(c, appUrl) ?? fallback
}

/** The page that showed the form, to render it again; falls back to `previousPage`. */
export function pageOfForm(c: Context<AppEnv>, fallback: string): string {
  return ownReferrer(c, c.var.services.config.appUrl) ?? previousPage(c, fallback)
}

function ownReferrer(c: Context<AppEnv>, appUrl: string): string | null {
  const referrer = c.req.header('referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const { origin, pathname, search } = new URL(referrer)
  const isOurs = origin === appUrl || origin === new URL(c.req.url).origin
  return isOurs ? localPath(pathname + search, appUrl) : null
}
