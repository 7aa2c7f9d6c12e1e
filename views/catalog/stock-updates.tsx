import type { WeightStock } from '#src/catalog/live-stock.ts'
import { TurboStream } from '../shared/turbo.tsx'

export type StockFacts = { slug: string; weights: WeightStock[] }

/**
 * How a variety's stock stands, beside the island that shows it: streams replace this element, never what React owns,
 * and its controller tells the island.
 */
export const StockUpdates = (facts: StockFacts) => (
  <div
    id="stock_news"
    hidden
    data-controller="stock-news"
    data-stock-news-facts-value={JSON.stringify(facts)}
  />
)

export const StockUpdated = (facts: StockFacts) => (
  <TurboStream action="replace" target="stock_news">
    <StockUpdates {...facts} />
  </TurboStream>
)
