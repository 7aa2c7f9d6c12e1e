import type { OrderItem } from '../orders/items.ts'
import { ORDER_MINIMUM_CENTS, sumItems } from '../pricing/total.ts'

/** What is missing for the box to be sent; 0 if nothing is. */
export const shortOfMinimum = (items: OrderItem[]): number =>
  Math.max(0, ORDER_MINIMUM_CENTS - sumItems(items))
