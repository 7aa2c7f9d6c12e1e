import { elsewhereSentence } from '#src/catalog/rules.ts'
import type { WeightStock } from './props.ts'

export const stockText = (weight: Omit<WeightStock, 'token' | 'max'>): string =>
  [availabilityText(weight), otherBoxesText(weight)].filter(Boolean).join(', ')

export const availabilityText = ({ stock }: Pick<WeightStock, 'stock'>): string => {
  if (stock.kind === 'in_stock') return ''
  return stock.kind === 'low' ? `${stock.left} left` : 'Sold out'
}

export const otherBoxesText = ({ elsewhere }: Pick<WeightStock, 'elsewhere'>): string =>
  elsewhere ? elsewhereSentence(elsewhere) : ''
