/** @jsxImportSource react */
import { availabilityText } from '#src/catalog/rules.ts'
import type { WeightFacts } from './props.ts'
import { otherBoxesText } from './stock-text.ts'

export const StockNote = ({ stock, elsewhere }: Pick<WeightFacts, 'stock' | 'elsewhere'>) => (
  <>
    {stock.kind !== 'in_stock' && (
      <span className={`stock-note stock-note--${stock.kind === 'low' ? 'low' : 'out'}`}>
        {availabilityText(stock)}
      </span>
    )}
    {elsewhere && <span className="stock-note stock-note--elsewhere">{otherBoxesText({ elsewhere })}</span>}
  </>
)
