import type { ProductDetailProps } from './props.ts'

/** A variety's own page as the server sends it: what it holds for the island, and all around it. */
export type VarietyPage = { url: string; document: Document; props: ProductDetailProps }

/** Pages of varieties, each asked for once; undefined for one that could not be had, which may be asked again. */
export function varietyPages() {
  const asked = new Map<string, Promise<VarietyPage | undefined>>()
  return {
    open(url: string): Promise<VarietyPage | undefined> {
      const page = asked.get(url) ?? fetchPage(url).catch(() => undefined)
      asked.set(url, page)
      void page.then((came) => came ?? asked.delete(url))
      return page
    },
  }
}

/** Makes the page around the island the variety's own: address, head, and every part marked for it. */
export function showVariety({ url, document: next }: VarietyPage) {
  // Turbo finds its way back by what it keeps in the history's state.
  window.history.replaceState(window.history.state, '', url)
  document.title = next.title
  for (const outdated of document.head.querySelectorAll(HEAD)) outdated.remove()
  document.head.append(...copies(next.head, HEAD), dontKeep())
  for (const part of document.querySelectorAll(PARTS)) {
    const [successor] = copies(next, `#${part.id}`)
    if (successor) part.replaceWith(successor)
  }
}

const HEAD = [
  'link[rel="canonical"]',
  'meta[name="description"]',
  'meta[property^="og:"]',
  'script[type="application/ld+json"]',
  'meta[name="turbo-cache-control"]',
].join()

/** What the island does not draw, but what belongs to the variety. */
const PARTS = '[data-of-variety]'

const copies = (root: ParentNode, selector: string): Node[] =>
  [...root.querySelectorAll(selector)].map((element) => document.importNode(element, true))

/** Turbo would keep this page under the address it came by, with the other variety's parts in it. */
function dontKeep(): HTMLMetaElement {
  const meta = document.createElement('meta')
  meta.name = 'turbo-cache-control'
  meta.content = 'no-cache'
  return meta
}

async function fetchPage(url: string): Promise<VarietyPage | undefined> {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, credentials: 'same-origin' })
  if (!response.ok || response.redirected) return undefined
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const island = page.querySelector<HTMLElement>('[data-island-name-value="product-detail"]')
  const written = island?.dataset.islandPropsValue
  // Written by the server for this very component (views/catalog/product-page.tsx).
  return written ? { url, document: page, props: JSON.parse(written) as ProductDetailProps } : undefined
}
