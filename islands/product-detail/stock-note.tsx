/** @jsxImportSource react */
import type { WeightFacts } from './props.ts'
import { boxWords, shelfWords } from './stock-words.ts'

/** Says what is worth knowing of the shelf, and what others are just paying for; nothing while there is plenty. */
export const StockNote = ({ stock, elsewhere }: Pick<WeightFacts, 'stock' | 'elsewhere'>) => (
  <>
    {stock.kind !== 'in_stock' && (
      <span className={`stock-note stock-note--${stock.kind === 'low' ? 'low' : 'out'}`}>
        {shelfWords({ stock })}
      </span>
    )}
    {elsewhere && <span className="stock-note stock-note--elsewhere">{boxWords({ elsewhere })}</span>}
  </>
)
