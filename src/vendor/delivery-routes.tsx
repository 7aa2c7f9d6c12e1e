import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { DeliveriesPage } from '#views/vendor/deliveries-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { recordCorrected } from '../fulfillment/delivery-trail.ts'
import { paths } from '../paths.ts'
import { correctAnnounced } from '../stock/deliveries.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { farmDeliveryJson, listFarmDeliveries } from './deliveries.ts'
import { type Farmer, farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const deliveryRoutes = new Hono<AppEnv>()

const MAX_UNITS = 100_000
const WHOLE_NUMBER = `a whole number up to ${MAX_UNITS.toLocaleString('en-US')}`
const count = digits(7)
  .refine((typed) => /^\d{1,6}$/.test(typed), { message: WHOLE_NUMBER })
  .transform(Number)

deliveryRoutes.get(
  paths.farmDeliveries.pattern,
  farmer((c, who) => deliveriesPage(c, who, c.req.query('page'))),
)

type Problem = { status: 409 | 422; message: string }

function deliveriesPage(c: Ctx, who: Farmer, pageTyped: string | undefined, problem?: Problem) {
  const list = listFarmDeliveries(c.var.services.db, who.farm.id, pageNumber({ page: pageTyped }))
  if (list.page > list.pages) return notFound(c)
  const { deliveries, page, pages, total } = list
  if (!wantsHtml(c)) return c.json({ deliveries: deliveries.map(farmDeliveryJson), page, pages, total })
  const refused = problem ? { action: c.req.path, fields: c.var.body } : null
  const view = <DeliveriesPage farm={who.farm} list={list} problem={problem?.message} refused={refused} />
  return renderFarmPage(c, who, { title: 'Deliveries', status: problem?.status ?? 200 }, view)
}

/** Scripts get the message; a form gets its page of the list with it. */
function refuseCorrection(c: Ctx, who: Farmer, problem: Problem) {
  if (!wantsHtml(c)) return refuse(c, problem.status, problem.message)
  const { page } = c.var.body
  return deliveriesPage(c, who, typeof page === 'string' ? page : undefined, problem)
}

const CorrectionFields = z.object({
  bid_item_token: line(22),
  quantity: count.refine((units) => units <= MAX_UNITS, { message: WHOLE_NUMBER }),
  seen_units: count,
})

deliveryRoutes.post(
  paths.correctDelivery.pattern,
  farmer(async (c, who) => {
    const { farm, user } = who
    const read = readFields(CorrectionFields, c.var.body, { quantity: 'the packs' })
    if (!read.ok) return refuseCorrection(c, who, { status: 422, message: read.message })
    const { bid_item_token: offerToken, quantity, seen_units: seen } = read.value
    const ids = { deliveryId: rowId(c.req.param('deliveryId')), farmId: farm.id }
    const correction = { ...ids, offerToken, quantity, seen }
    const { db, clock } = c.var.services
    const did = await durably(db, (tx) => {
      const outcome = correctAnnounced(tx, correction)
      if (outcome.ok && outcome.isNew)
        recordCorrected(tx, { ...outcome.was, user, now: clock.now() }, outcome.was.quantity, quantity)
      return outcome
    })
    if (!did.ok)
      return did.code === 'unknown'
        ? notFound(c)
        : refuseCorrection(c, who, { status: 409, message: REFUSALS[did.code] })
    const message =
      quantity === 0 ? 'The center doesn’t expect it anymore.' : `The center expects ${quantity} now.`
    const path = paths.farmDeliveries(farm.slug, pageQuery(c, farm.id))
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

/** The page of the list whose form was sent. A last delivery may be gone from it. */
function pageQuery(c: Ctx, farmId: number) {
  const { page: typed } = c.var.body
  const sent = pageNumber({ page: typeof typed === 'string' ? typed : undefined })
  const page = Math.min(sent, listFarmDeliveries(c.var.services.db, farmId, sent).pages)
  return page > 1 ? { page: String(page) } : {}
}

const REFUSALS = {
  changed: 'This number changed since the page was loaded. Please check it and try again.',
  begun: 'The center has begun to count this delivery. Please call them about what is different.',
} as const
