import { sql } from 'drizzle-orm'
import { orders } from '#db/schema/index.ts'

/** No first order: gift cards alone, and a box that was canceled before it left. One refunded after it came was. */
export const isKeptOrder = sql`${orders.shipOn} is not null and not (${orders.state} in ('canceled', 'refunded')
  and not exists (select 1 from shipments where shipments.order_id = ${orders.id}))`
