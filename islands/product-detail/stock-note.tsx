/** @jsxImportSource react */
import type { WeightFacts } from './props.ts'

/** Says what is worth knowing of the shelf, and nothing while there is plenty. */
export function StockNote({ stock }: Pick<WeightFacts, 'stock'>) {
  if (stock.kind === 'in_stock') return null
  return stock.kind === 'low' ? (
    <span className="stock-note stock-note--low">{`${stock.left} left`}</span>
  ) : (
    <span className="stock-note stock-note--out">Sold out</span>
  )
}
