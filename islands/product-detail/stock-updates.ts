import type { WeightStock } from './props.ts'

export type StockNews = { slug: string; weights: WeightStock[] }

/**
 * Hears how the stock stands: what the element beside the island says now, which may be newer than the island's props
 * after a way back, and whatever it says from now on. @returns what stops hearing
 */
export function hearStock(tell: (news: StockNews) => void): () => void {
  const hear = (event: Event) => tell((event as CustomEvent<StockNews>).detail)
  document.addEventListener('stock-changed', hear)
  const said = document.getElementById('stock_news')?.dataset.stockNewsFactsValue
  // Written by the server beside this very component (views/catalog/stock-updates.tsx).
  if (said) tell(JSON.parse(said) as StockNews)
  return () => document.removeEventListener('stock-changed', hear)
}
