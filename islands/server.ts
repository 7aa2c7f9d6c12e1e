import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { components, type IslandName, type Islands } from './registry.ts'

/** The island's HTML before any script ran: complete, and usable without one. */
export function islandHtml<N extends IslandName>(name: N, props: Islands[N]): string {
  const component: ComponentType<Islands[N]> = components[name]
  return renderToString(createElement(component, props), { identifierPrefix: name })
}
