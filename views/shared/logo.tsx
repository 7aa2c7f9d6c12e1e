import type { Child } from 'hono/jsx'
import { usePage } from './page-facts.ts'

/** The shop's logo, or its name. Its size is known before it loads, so nothing moves. */
export function Logo(): Child {
  const { store } = usePage()
  if (!store.logo) return store.name
  const { path, width, height, alt } = store.logo
  return <img class="logo__picture" src={path} width={width} height={height} alt={alt} />
}
