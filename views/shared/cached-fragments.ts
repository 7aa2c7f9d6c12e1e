import { type Fragment, toFragment } from './page-fragments.ts'

type CacheOptions<Facts> = {
  /** Fragments kept; the oldest is dropped first. */
  limit: number
  /** A faster key than the JSON of `facts`: an object replaced whenever its contents change, and a variant of it. */
  known?: (facts: Facts) => { by: object; as: string }
}

/**
 * Caches rendered fragments. The key holds every fact a fragment shows, so it is never stale, and nothing of the
 * visitor. `tools` is what else rendering needs; it must not change the result.
 */
export function cacheFragments<Facts, Tools = void>(
  { limit, known }: CacheOptions<Facts>,
  render: (facts: Facts, tools: Tools) => string,
): (facts: Facts, tools: Tools) => Fragment {
  const byFacts = new Map<string, Fragment>()
  const byObject = new WeakMap<object, Map<string, Fragment>>()

  return (facts, tools) => {
    if (!known) return findOrRender(facts, tools)
    const { by, as } = known(facts)
    const variants = byObject.get(by) ?? new Map<string, Fragment>()
    byObject.set(by, variants)
    const fragment = variants.get(as) ?? findOrRender(facts, tools)
    variants.set(as, fragment)
    return fragment
  }

  function findOrRender(facts: Facts, tools: Tools): Fragment {
    const key = JSON.stringify(facts)
    const cached = byFacts.get(key)
    if (cached) return cached

    const fragment = toFragment(render(facts, tools))
    if (byFacts.size >= limit) byFacts.delete(byFacts.keys().next().value ?? '')
    byFacts.set(key, fragment)
    return fragment
  }
}
