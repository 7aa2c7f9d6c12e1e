import { TrieRouter } from 'hono/router/trie-router'
import { paths } from '../paths.ts'
import type { Route } from '../route.ts'

const router = new TrieRouter<NonNullable<Route['formPage']>>()
for (const entry of Object.values(paths))
  if ('formPage' in entry && entry.formPage) router.add('GET', entry.pattern, entry.formPage)

/** The page with the form that is sent to this address, or null for an address that no form knows. */
export function formPage(path: string): string | null {
  const [found] = router.match('GET', path.replace(/\/$/, ''))[0]
  return found ? found[0](found[1] as Record<string, string>) : null
}
