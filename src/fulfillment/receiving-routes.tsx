import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { Delivery } from '#db/schema/index.ts'
import { DeliveryPage } from '#views/fulfillment/delivery-page.tsx'
import { ReceivingPage } from '#views/fulfillment/receiving-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { counted } from '../counted.ts'
import { addDays, parseDay } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { paths } from '../paths.ts'
import { type CheckInRefusal, checkIn } from '../stock/check-in.ts'
import { announceDelivery, deliveryAt } from '../stock/deliveries.ts'
import { pressMark, sha256 } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { readCount } from './count-fields.ts'
import { recordAnnounced } from './delivery-trail.ts'
import { renderCenterPage } from './page.tsx'
import { deliveryJson, deliveryView, knownLots, listDeliveries, offerWithFarm } from './receiving.ts'

export const receivingRoutes = new Hono<AppEnv>()

receivingRoutes.get(
  paths.receiving.pattern,
  clerk((c, who) => receivingPage(c, who)),
)

const todayOf = (c: Ctx, { center }: Clerk) => {
  const { db, clock } = c.var.services
  return todayAt(db, center.id, clock.now())
}

function receivingPage(c: Ctx, who: Clerk, problem?: string, status?: 404 | 422) {
  const views = listDeliveries(c.var.services.db, who.center.id)
  if (!wantsHtml(c))
    return c.json({ deliveries: views.map(deliveryJson), page: 1, pages: 1, total: views.length })
  const view = (
    <ReceivingPage
      center={who.center}
      deliveries={views}
      today={todayOf(c, who)}
      press={c.var.services.random.token()}
      problem={problem}
      typed={problem === undefined ? null : c.var.body}
    />
  )
  const head = { current: 'receiving' as const, title: 'Receiving', status }
  return renderCenterPage(c, who, head, view)
}

const MAX_UNITS = 100_000
const MAX_DAYS_AHEAD = 366

const announcement = z.object({
  bid_item_token: line(60),
  quantity: digits(7)
    .refine((typed) => /^\d{1,6}$/.test(typed) && Number(typed) > 0 && Number(typed) <= MAX_UNITS, {
      message: 'a whole number of packs',
    })
    .transform(Number),
  expected_on: line(10),
  press: line(40),
})

/** A clerk announces what a farm told by phone. */
receivingRoutes.post(
  paths.receiving.pattern,
  clerk(async (c, who) => {
    const problem = (status: 404 | 422, message: string) =>
      wantsHtml(c) ? receivingPage(c, who, message, status) : c.json({ error: message, message }, status)
    const read = readFields(announcement, c.var.body, {
      bid_item_token: 'the barcode',
      quantity: 'the packs',
    })
    if (!read.ok) return problem(422, read.message)
    const { db, clock } = c.var.services
    const { bid_item_token, quantity, expected_on, press } = read.value
    const offer = offerWithFarm(db, bid_item_token)
    if (!offer) return problem(404, `There is no offer "${bid_item_token}".`)
    const [expectedOn, today] = [parseDay(expected_on), todayOf(c, who)]
    if (!expectedOn || expectedOn < today || expectedOn > addDays(today, MAX_DAYS_AHEAD))
      return problem(422, 'Please enter a day from today on, within a year.')
    const coming = {
      fcId: who.center.id,
      offerId: offer.id,
      farmId: offer.farmId,
      quantity,
      expectedOn,
      userId: who.user.id,
      press: pressMark(press, who.center.id, bid_item_token, quantity, expectedOn),
    }
    const announced = await durably(db, (tx) => {
      const done = announceDelivery(tx, coming, clock.now())
      if (done.isNew) recordAnnounced(tx, { ...coming, user: who.user, now: clock.now() }, quantity)
      return done
    })
    const path = paths.delivery(who.center.slug, announced.deliveryId)
    const body = { delivery_id: announced.deliveryId, bid_item_token, expected: announced.quantity }
    return reply(c, 200, body, { path, flash: { kind: 'notice', message: `Expected: ${offer.name}.` } })
  }),
)

type DeliveryHandler = (c: Ctx, who: Clerk, delivery: Delivery) => Response | Promise<Response>

/** For paths with `:deliveryId` under a center. */
const clerkAtDelivery = (handler: DeliveryHandler) =>
  clerk((c, who) => {
    const delivery = deliveryAt(c.var.services.db, who.center.id, rowId(c.req.param('deliveryId')))
    return delivery ? handler(c, who, delivery) : refuse(c, 404, 'There is no such delivery.')
  })

receivingRoutes.get(
  paths.delivery.pattern,
  clerkAtDelivery((c, who, delivery) => deliveryPage(c, who, delivery)),
)

function deliveryPage(
  c: Ctx,
  who: Clerk,
  delivery: Delivery,
  problem?: { message: string; status: 404 | 409 | 422 },
) {
  const { db } = c.var.services
  const view = deliveryView(db, delivery)
  if (!wantsHtml(c)) return c.json(deliveryJson(view))
  const offerIds = view.lines.map(({ offerId }) => offerId)
  const page = (
    <DeliveryPage
      center={who.center}
      delivery={view}
      lots={knownLots(db, who.center.id, offerIds)}
      typed={c.var.body?.lines}
      temperature={problem ? String(c.var.body.temperature_f ?? '') : ''}
      problem={problem?.message}
    />
  )
  const head = { current: 'receiving' as const, title: `Delivery from ${view.farm}`, status: problem?.status }
  return renderCenterPage(c, who, head, page)
}

receivingRoutes.post(
  paths.checkIn.pattern,
  clerkAtDelivery(async (c, who, delivery) => {
    const { db, clock, random } = c.var.services
    const problem = (status: 404 | 409 | 422, message: string) =>
      wantsHtml(c)
        ? deliveryPage(c, who, delivery, { status, message: `${message} Nothing was changed.` })
        : c.json({ error: message, message }, status)
    const read = readCount(db, delivery, todayOf(c, who), c.var.body)
    if (!read.ok) return problem(read.status, read.message)
    const { lines, temperatureF } = read
    const seen = String(c.var.body.count ?? '')
    const facts = {
      lines,
      temperatureF,
      fingerprint: sha256(JSON.stringify([lines, seen])),
      seen: /^\d{1,6}$/.test(seen) ? Number(seen) : null,
      userId: who.user.id,
      originState: deliveryView(db, delivery).farmState,
      tokenOf: () => random.token(),
      now: clock.now(),
    }
    const done = await durably(db, (tx) =>
      checkIn(tx, deliveryAt(tx, who.center.id, delivery.id) ?? delivery, facts),
    )
    if (!done.ok) return problem(STATUSES[done.refusal.code], refusalWords(done.refusal))
    const now = deliveryView(db, deliveryAt(db, who.center.id, delivery.id) ?? delivery)
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const message = done.isRepeat
      ? 'That was checked in before.'
      : `Checked in: ${counted(units, 'pack', 'packs')}.`
    const body = { ...deliveryJson(now), receipt_id: done.receiptId }
    const path = paths.delivery(who.center.slug, delivery.id)
    return reply(c, 200, body, { path, flash: { kind: 'notice', message } })
  }),
)

const STATUSES: Record<CheckInRefusal['code'], 409 | 422> = {
  already_received: 409,
  line_received: 409,
  counted_since: 409,
  reason_missing: 422,
  date_differs: 422,
  inspection_differs: 422,
  recalled: 422,
  similar_lot: 422,
}

const refusalWords = (refusal: CheckInRefusal): string =>
  refusal.code === 'already_received' ? 'This delivery was already checked in.' : refusal.message
