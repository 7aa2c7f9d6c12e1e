import type { ProductDetailProps } from './props.ts'

export type VarietyPage = { url: string; document: Document; props: ProductDetailProps }

/** Fetches each page once. A failed fetch gives undefined and may be retried. */
export function varietyPages() {
  const pages = new Map<string, Promise<VarietyPage | undefined>>()
  return {
    open(url: string): Promise<VarietyPage | undefined> {
      const page = pages.get(url) ?? fetchPage(url).catch(() => undefined)
      pages.set(url, page)
      void page.then((loaded) => loaded ?? pages.delete(url))
      return page
    },
  }
}

/** Updates the page around the island: its URL, its head and every part marked `data-of-variety`. */
export function showVariety({ url, document: next }: VarietyPage) {
  // Keep the history state: Turbo needs it to go back.
  window.history.replaceState(window.history.state, '', url)
  document.title = next.title
  for (const outdated of document.head.querySelectorAll(HEAD)) outdated.remove()
  document.head.append(...copies(next.head, HEAD), noCacheMeta())
  for (const part of document.querySelectorAll(PARTS)) {
    const [replacement] = copies(next, `#${part.id}`)
    if (replacement) part.replaceWith(replacement)
  }
}

const HEAD = [
  'link[rel="canonical"]',
  'meta[name="description"]',
  'meta[property^="og:"]',
  'script[type="application/ld+json"]',
  'meta[name="turbo-cache-control"]',
].join()

const PARTS = '[data-of-variety]'

const copies = (root: ParentNode, selector: string): Node[] =>
  [...root.querySelectorAll(selector)].map((element) => document.importNode(element, true))

/** Otherwise Turbo would cache this page under its original URL, with the other variety's parts in it. */
function noCacheMeta(): HTMLMetaElement {
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
  const json = island?.dataset.islandPropsValue
  // The server writes it for this island (views/catalog/product-page.tsx).
  return json ? { url, document: page, props: JSON.parse(json) as ProductDetailProps } : undefined
}
