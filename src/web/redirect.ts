import type { Context } from 'hono'

const MAX_LENGTH = 2048
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const HOSTILE = /[\u0000-\u001f\u007f\\]/

/**
 * The redirect rule, for every address that did not come from our own code: a path of this shop, or '/'.
 * Judged as written, once decoded, and as it comes out, because browsers decode and tidy before they follow:
 * '/.//evil.example' is a path of ours until its dot is taken away.
 */
export function localPath(candidate: string | undefined | null, appUrl: string): string {
  if (!candidate || candidate.length > MAX_LENGTH) return '/'
  const decoded = decodeOnce(candidate)
  if (decoded === null || !isOwnPath(candidate, appUrl) || !isOwnPath(decoded, appUrl)) return '/'
  const path = tidied(candidate, appUrl)
  return isOwnPath(path, appUrl) && isOwnPath(tidied(decoded, appUrl), appUrl) ? path : '/'
}

/** Addresses that answer no page, but calls; and the doors of a sign-in, which lie behind whoever came in. */
const NO_PAGE = /^\/(v1|auth|webhooks|cable|signin|signup)(\/|$)/

/** The redirect rule for where a sign-in leads on to: a page of this shop, or '/'. */
export function localPage(candidate: string | undefined | null, appUrl: string): string {
  const path = localPath(candidate, appUrl)
  const asked = decodeOnce(new URL(path, appUrl).pathname) ?? ''
  return NO_PAGE.test(asked) ? '/' : path
}

function isOwnPath(path: string, appUrl: string): boolean {
  if (HOSTILE.test(path) || !path.startsWith('/') || path.startsWith('//') || !URL.canParse(path, appUrl))
    return false
  return new URL(path, appUrl).origin === new URL(appUrl).origin
}

function tidied(path: string, base: string): string {
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

/**
 * The one way out to another page. `path` is one of ours (`paths`), or went through `localPath`; it is written as a
 * header takes it, and what is encoded already stays as it is.
 */
export function redirectTo(c: Context, path: string, status: 302 | 303 = 303): Response {
  return c.redirect(tidied(path, 'http://shop.invalid'), status)
}

/**
 * The one way out to another company. The address is made by an adapter of ours from what is configured, never from
 * what a visitor sent.
 */
export function redirectExternal(c: Context, address: URL): Response {
  return c.redirect(address.href, 302)
}
