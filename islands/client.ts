import type { ComponentType } from 'react'
import type { IslandName, Islands } from './registry.ts'

const components: { [N in IslandName]: () => Promise<ComponentType<Islands[N]>> } = {
  checkout: async () => (await import('./checkout/checkout.tsx')).Checkout,
  'export-dialog': async () => (await import('./export-dialog/export-dialog.tsx')).ExportDialog,
  'product-detail': async () => (await import('./product-detail/product-detail.tsx')).ProductDetail,
}

/** Fetches React and the page's island in parallel. @returns a function that hydrates its HTML */
export async function fetchIsland(name: string) {
  if (!isIsland(name)) throw new Error(`unknown island: ${name}`)
  const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), components[name]()])
  // The cast is safe: views/shared/island.tsx writes name and props together.
  return (element: Element, props: object) =>
    hydrate(component as ComponentType<object>, element, name, props)
}

const isIsland = (name: string): name is IslandName => name in components
