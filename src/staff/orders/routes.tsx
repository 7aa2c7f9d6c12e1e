import { Hono } from 'hono'
import { OrdersPage } from '#views/staff/orders/orders-page.tsx'
import { staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { actionRoutes } from './action-routes.tsx'
import { changeRoutes } from './change-routes.tsx'
import { staffOrder } from './facts.ts'
import { centersOf, readOrderFilters } from './filters.ts'
import { orderRowJson, staffOrderJson } from './json.ts'
import { listOrders } from './list.ts'
import { renderOrder, staffOrderOf } from './page.tsx'
import { orderQuery } from './rules.ts'

export const orderRoutes = new Hono<AppEnv>()

orderRoutes.get(
  paths.staffOrders.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const read = readOrderFilters(db, c.req.query())
    if (!read.ok) return refuse(c, 422, read.message)
    const { filters } = read
    const list = listOrders(db, filters)
    if (!wantsHtml(c)) {
      const next = list.next && paths.staffOrders(orderQuery({ ...filters, after: list.next }))
      return c.json({ orders: list.orders.map(orderRowJson), next, is_cut: list.isCut })
    }
    const view = <OrdersPage list={list} filters={filters} centers={centersOf(db)} />
    return renderDesk(c, user, { current: 'orders', title: 'Orders' }, view)
  }),
)

orderRoutes.get(
  paths.staffOrder.pattern,
  staffOrderOf((c, user, order) => {
    if (wantsHtml(c)) return renderOrder(c, user, order.token)
    const { db, clock } = c.var.services
    return c.json(staffOrderJson(staffOrder(db, order, clock.now())))
  }),
)

orderRoutes.route('/', actionRoutes)
orderRoutes.route('/', changeRoutes)
