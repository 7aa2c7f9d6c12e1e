import { createHash } from 'node:crypto'
import { createByteCache, memoize } from '#src/byte-cache.ts'
import { bytesOfFragment, type Fragment, toFragment } from './page-fragments.ts'

/**
 * Caches rendered fragments. The key holds every fact a fragment shows, so it is never stale, and nothing of the
 * visitor. `tools` is what else rendering needs; it must not change the result.
 */
export function cacheFragments<Facts, Tools = void>(
  keyOf: (facts: Facts) => string,
  render: (facts: Facts, tools: Tools) => string,
): (facts: Facts, tools: Tools) => Fragment {
  const fragments = createByteCache<Fragment>('fragments', bytesOfFragment)
  return (facts, tools) => memoize(fragments, keyOf(facts), () => toFragment(render(facts, tools)))
}

const ids = new WeakMap<object, string>()

/** The same for the same contents. An object that is replaced whenever its contents change is hashed only once. */
export function contentId(object: object): string {
  const known = ids.get(object)
  if (known !== undefined) return known
  const id = createHash('sha256').update(JSON.stringify(object)).digest('base64url')
  ids.set(object, id)
  return id
}
