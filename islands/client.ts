import type { ComponentType } from 'react'
import type { IslandName, Islands } from './registry.ts'

const components: { [N in IslandName]: () => Promise<ComponentType<Islands[N]>> } = {
  checkout: async () => (await import('./checkout/checkout.tsx')).Checkout,
  'product-detail': async () => (await import('./product-detail/product-detail.tsx')).ProductDetail,
}

/** Fetches React and the one island a page asks for, side by side. @returns what brings its HTML to life */
export async function fetchIsland(name: string) {
  if (!isIsland(name)) throw new Error(`no island is called ${name}`)
  const [{ hydrate }, component] = await Promise.all([import('./hydrate.ts'), components[name]()])
  // The page carries name and props side by side, written by one component (views/shared/island.tsx).
  return (element: Element, props: object) =>
    hydrate(component as ComponentType<object>, element, name, props)
}

const isIsland = (name: string): name is IslandName => name in components
