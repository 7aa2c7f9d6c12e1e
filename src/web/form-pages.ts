import { TrieRouter } from 'hono/router/trie-router'
import { paths } from '../paths.ts'
import type { Route } from '../route.ts'

const router = new TrieRouter<NonNullable<Route['formPage']>>()
/** Forms that are sent to the address of their own page. */
const ownPages = new TrieRouter<true>()
for (const entry of Object.values(paths)) {
  if ('formPage' in entry && entry.formPage) router.add('GET', entry.pattern, entry.formPage)
  if ('methods' in entry && entry.methods.length > 1 && entry.methods.includes('GET'))
    ownPages.add('GET', entry.pattern, true)
}

/** @param key of a guest's receipt link, without which its pages stay closed */
export function formPage(path: string, key?: string): string | null {
  const [match] = router.match('GET', withoutSlash(path))[0]
  return match ? withKey(match[0](match[1] as Record<string, string>, key), key) : null
}

/** Where a refused form leads back to. */
export const pageBefore = (path: string, key?: string): string | null =>
  formPage(path, key) ?? (ownPages.match('GET', withoutSlash(path))[0].length > 0 ? withKey(path, key) : null)

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** What guests open by the links in their emails. */
const KEYED = [paths.orders(), paths.weatherHold('')]

const withKey = (page: string, key?: string) =>
  key && KEYED.some((path) => page.startsWith(path)) ? `${page}?${new URLSearchParams({ key })}` : page
