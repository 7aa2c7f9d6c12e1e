import { TrieRouter } from 'hono/router/trie-router'
import { paths } from '../paths.ts'
import type { Route } from '../route.ts'

const router = new TrieRouter<NonNullable<Route['formPage']>>()
for (const entry of Object.values(paths))
  if ('formPage' in entry && entry.formPage) router.add('GET', entry.pattern, entry.formPage)

export function formPage(path: string): string | null {
  const [match] = router.match('GET', path.replace(/\/$/, ''))[0]
  return match ? match[0](match[1] as Record<string, string>) : null
}
