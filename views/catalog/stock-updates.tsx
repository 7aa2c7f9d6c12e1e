import type { WeightStock } from '#src/catalog/live-stock.ts'
import { TurboStream } from '../shared/turbo.tsx'

export type StockFacts = { slug: string; weights: WeightStock[] }

/** Streams replace this element, never what React owns. Its controller passes the update on to the island. */
export const StockUpdates = (facts: StockFacts) => (
  <div
    id="stock_news"
    hidden
    data-controller="stock-news"
    data-stock-news-facts-value={JSON.stringify(facts)}
  />
)

export const StockUpdateStream = (facts: StockFacts) => (
  <TurboStream action="replace" target="stock_news">
    <StockUpdates {...facts} />
  </TurboStream>
)
