import type { StockState } from '#src/catalog/rules.ts'

/** Nothing while there is plenty in stock. */
export function StockNote({ stock }: { stock: StockState }) {
  if (stock.kind === 'in_stock') return null
  const text = stock.kind === 'low' ? `${stock.left} left` : 'Sold out'
  return <span class={`stock-note stock-note--${stock.kind === 'low' ? 'low' : 'out'}`}>{text}</span>
}
