import type { WeightStock } from './props.ts'

export type StockUpdates = { slug: string; weights: WeightStock[] }

/** Reads the element beside the island first: after a back navigation it can be newer than the props. */
export function onStockUpdate(notify: (update: StockUpdates) => void): () => void {
  const listener = (event: Event) => notify((event as CustomEvent<StockUpdates>).detail)
  document.addEventListener('stock-changed', listener)
  const current = document.getElementById('stock_news')?.dataset.stockNewsFactsValue
  // The server writes it beside the island (views/catalog/stock-updates.tsx).
  if (current) notify(JSON.parse(current) as StockUpdates)
  return () => document.removeEventListener('stock-changed', listener)
}
