import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type Extras, extrasOf } from '../pricing/extras.ts'
import { priceFacts } from '../pricing/facts.ts'
import { type PriceFacts, priceOrder, type Totals } from '../pricing/total.ts'
import { itemsOf, type OrderItem } from './items.ts'

/** An order with its lines, what else it has, and what it costs at today's prices: read once, then handed on. */
export type PricedOrder = {
  order: Order
  items: OrderItem[]
  extras: Extras
  facts: PriceFacts
  totals: Totals
}

export function pricedOrder(db: Db, order: Order, now: Instant, items = itemsOf(db, order.id)): PricedOrder {
  const extras = extrasOf(db, order.id, now)
  const facts = priceFacts(db, order, now, { items, extras })
  return { order, items, extras, facts, totals: priceOrder(facts) }
}
