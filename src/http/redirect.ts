import type { Context } from 'hono'

const MAX_LENGTH = 2048
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const HOSTILE = /[\u0000-\u001f\u007f\\]/

/**
 * The redirect rule, for every address that did not come from our own code: a path of this shop, or '/'.
 * Judged as written and once decoded, because browsers decode before they follow.
 */
export function ownPath(candidate: string | undefined | null, appUrl: string): string {
  if (!candidate || candidate.length > MAX_LENGTH) return '/'
  const decoded = decodeOnce(candidate)
  if (decoded === null || !isOwnPath(candidate, appUrl) || !isOwnPath(decoded, appUrl)) return '/'
  const url = new URL(candidate, appUrl)
  return url.pathname + url.search + url.hash
}

function isOwnPath(path: string, appUrl: string): boolean {
  if (HOSTILE.test(path) || !path.startsWith('/') || path.startsWith('//')) return false
  if (/^[^/]*@/.test(path) || !URL.canParse(path, appUrl)) return false
  return new URL(path, appUrl).origin === new URL(appUrl).origin
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The one way out to another page. `path` is one of ours (`paths`), or went through `ownPath`. */
export function redirectTo(c: Context, path: string, status: 302 | 303 = 303): Response {
  return c.redirect(encodeURI(decodeURI(path)), status)
}
