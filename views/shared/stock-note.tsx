import { availabilityText, type StockState } from '#src/catalog/rules.ts'

/** Nothing while there is plenty in stock. */
export function StockNote({ stock }: { stock: StockState }) {
  if (stock.kind === 'in_stock') return null
  const look = stock.kind === 'low' ? 'low' : 'out'
  return <span class={`stock-note stock-note--${look}`}>{availabilityText(stock)}</span>
}
