import { elsewhereSentence } from '#src/catalog/rules.ts'
import type { WeightStock } from './props.ts'

/** What is worth knowing of the shelf, in words; empty while there is plenty and nobody else has it in hand. */
export const stockWords = (weight: Omit<WeightStock, 'token' | 'max'>): string =>
  [shelfWords(weight), boxWords(weight)].filter(Boolean).join(', ')

export const shelfWords = ({ stock }: Pick<WeightStock, 'stock'>): string => {
  if (stock.kind === 'in_stock') return ''
  return stock.kind === 'low' ? `${stock.left} left` : 'Sold out'
}

export const boxWords = ({ elsewhere }: Pick<WeightStock, 'elsewhere'>): string =>
  elsewhere ? elsewhereSentence(elsewhere) : ''
