import type { Context } from 'hono'

const MAX_LENGTH = 2048
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const HOSTILE = /[\u0000-\u001f\u007f\\]/

/** A path of this shop, or '/'. Also checks what browsers make of it: '/.//evil.example' becomes '//evil.example'. */
export function localPath(candidate: string | undefined | null, appUrl: string): string {
  if (!candidate || candidate.length > MAX_LENGTH) return '/'
  const decoded = decodeOnce(candidate)
  if (decoded === null || !isOwnPath(candidate, appUrl) || !isOwnPath(decoded, appUrl)) return '/'
  const path = normalized(candidate, appUrl)
  return isOwnPath(path, appUrl) && isOwnPath(normalized(decoded, appUrl), appUrl) ? path : '/'
}

/** Calls, which show no page, and the sign-in pages, which make no sense after signing in. */
const NO_PAGE = /^\/(v1|auth|webhooks|cable|signin|signup)(\/|$)/

/** Where a sign-in continues: a page of this shop, or '/'. */
export function localPage(candidate: string | undefined | null, appUrl: string): string {
  const path = localPath(candidate, appUrl)
  const pathname = decodeOnce(new URL(path, appUrl).pathname) ?? ''
  return NO_PAGE.test(pathname) ? '/' : path
}

function isOwnPath(path: string, appUrl: string): boolean {
  if (HOSTILE.test(path) || !path.startsWith('/') || path.startsWith('//') || !URL.canParse(path, appUrl))
    return false
  return new URL(path, appUrl).origin === new URL(appUrl).origin
}

function normalized(path: string, base: string): string {
  const { pathname, search, hash } = new URL(path, base)
  return pathname + search + hash
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** `path` comes from `paths` or `localPath`. Encodes what a header can't hold and keeps existing escapes. */
export function redirectTo(c: Context, path: string, status: 302 | 303 = 303): Response {
  return c.redirect(normalized(path, 'http://shop.invalid'), status)
}

/** The address comes from our configuration, never from a visitor. */
export function redirectExternal(c: Context, url: URL): Response {
  return c.redirect(url.href, 302)
}
