import { sql } from 'drizzle-orm'
import { orders } from '#db/schema/index.ts'

/** A box that was canceled before it left was no first order; one that was refunded after it came was. */
export const isKeptOrder = sql`not (${orders.state} in ('canceled', 'refunded')
  and not exists (select 1 from shipments where shipments.order_id = ${orders.id}))`
