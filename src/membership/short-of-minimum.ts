import type { OrderItem } from '../orders/items.ts'
import { sumItems } from '../pricing/total.ts'

/** What is missing for the box to be sent; 0 if nothing is. */
export const shortOfMinimum = (items: OrderItem[], minimumCents: number): number =>
  Math.max(0, minimumCents - sumItems(items))
