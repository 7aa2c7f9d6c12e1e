import type { WeightStock } from './props.ts'

export type StockUpdates = { slug: string; weights: WeightStock[] }

/**
 * Hears how the stock stands: what the element beside the island says now, which may be newer than the island's props
 * after a way back, and whatever it says from now on. @returns what stops hearing
 */
export function onStockUpdate(tell: (news: StockUpdates) => void): () => void {
  const hear = (event: Event) => tell((event as CustomEvent<StockUpdates>).detail)
  document.addEventListener('stock-changed', hear)
  const said = document.getElementById('stock_news')?.dataset.stockNewsFactsValue
  // Written by the server beside this very component (views/catalog/stock-updates.tsx).
  if (said) tell(JSON.parse(said) as StockUpdates)
  return () => document.removeEventListener('stock-changed', hear)
}
