import { type ComponentType, createElement } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { components, type IslandName } from './registry.ts'

/** Brings the server's HTML in `element` to life. `props` are the very ones that it was rendered with. */
export function hydrate(element: Element, name: string, props: object): Root {
  if (!isIsland(name)) throw new Error(`no island is called ${name}`)
  // The page carries name and props side by side, written by one component (views/shared/island.tsx).
  const component = components[name] as ComponentType<object>
  return hydrateRoot(element, createElement(component, props), { identifierPrefix: name })
}

const isIsland = (name: string): name is IslandName => name in components
