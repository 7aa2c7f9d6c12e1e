import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { Order } from '#db/schema/index.ts'
import { PageJson } from '#views/shared/page-json.tsx'
import type { AppEnv } from '../web/env.ts'
import { orderForAnalytics } from './analytics-json.ts'
import { currentUserJson, orderJson } from './order-json.ts'
import type { PricedOrder } from './priced-order.ts'
import { isOpen } from './states.ts'

/** Adds the order and its viewer as JSON for the page's scripts (GND-11). */
export function withPageJson(c: Context<AppEnv>, order: Order, page: Child, priced?: PricedOrder) {
  const { services, visitor } = c.var
  return (
    <>
      {page}
      <PageJson id="order_json" value={orderJson(services.db, order, services.clock.now(), priced)} />
      {isOpen(order.state) && (
        <PageJson id="order_for_analytics" value={orderForAnalytics(services.db, order, priced)} />
      )}
      <PageJson id="current_user" value={currentUserJson(services.db, visitor.user)} />
    </>
  )
}
