import { raw } from 'hono/html'
import type { IslandName, IslandProps } from '#islands/registry.ts'
import { islandHtml } from '#islands/server.ts'

export type { IslandProps } from '#islands/registry.ts'

/** The only bridge between the two JSX runtimes: React's HTML, with what it takes to hydrate it. */
export function Island<N extends IslandName>({ name, props }: { name: N; props: IslandProps<N> }) {
  return (
    <div
      data-controller="island"
      data-island-name-value={name}
      data-island-props-value={JSON.stringify(props)}
    >
      {raw(islandHtml(name, props))}
    </div>
  )
}
