import { Hono } from 'hono'
import { DeliveriesPage } from '#views/vendor/deliveries-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { farmDeliveryJson, listFarmDeliveries } from './deliveries.ts'
import { farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const deliveryRoutes = new Hono<AppEnv>()

deliveryRoutes.get(
  paths.farmDeliveries.pattern,
  farmer((c, who) => {
    const list = listFarmDeliveries(c.var.services.db, who.farm.id, pageNumber(c.req.query()))
    if (list.page > list.pages) return notFound(c)
    const { deliveries, page, pages, total } = list
    if (!wantsHtml(c)) return c.json({ deliveries: deliveries.map(farmDeliveryJson), page, pages, total })
    return renderFarmPage(c, who, { title: 'Deliveries' }, <DeliveriesPage farm={who.farm} list={list} />)
  }),
)
