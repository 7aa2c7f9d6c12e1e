import { availabilityText, elsewhereSentence } from '#src/catalog/rules.ts'
import type { WeightStock } from './props.ts'

export const stockText = (weight: Omit<WeightStock, 'token' | 'max'>): string =>
  [availabilityText(weight.stock), otherBoxesText(weight)].filter(Boolean).join(', ')

export const otherBoxesText = ({ elsewhere }: Pick<WeightStock, 'elsewhere'>): string =>
  elsewhere ? elsewhereSentence(elsewhere) : ''
