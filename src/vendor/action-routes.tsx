import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { durably, type Tx } from '#db/client.ts'
import { type Offer, offers } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import type { Ctx } from '../accounts/guards.ts'
import { recordAction, type StaffAction } from '../audit/audit.ts'
import { setPaused } from '../catalog/pause-offer.ts'
import { proposePrice } from '../catalog/price-proposals.ts'
import { addDays, formatDay, parseDay } from '../day.ts'
import { listCenters } from '../delivery/centers.ts'
import { dayIn } from '../delivery/zones.ts'
import { recordAnnounced } from '../fulfillment/delivery-trail.ts'
import { formatCents, readCents } from '../money.ts'
import { paths } from '../paths.ts'
import { announceDelivery } from '../stock/deliveries.ts'
import { pressMark } from '../tokens.ts'
import type { AppEnv, Body } from '../web/env.ts'
import { digits, type FieldsRead, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Farmer } from './farmer.ts'
import { shelfJson } from './json.ts'
import { itemNow, offerPage, withItem } from './offer-page.tsx'
import type { ShelfItem } from './shelf.ts'

export const actionRoutes = new Hono<AppEnv>()

const MAX_UNITS = 100_000
const MAX_DAYS_AHEAD = 120
const MAX_REASON_LENGTH = 200

const count = (max: number) =>
  digits(7)
    .refine((typed) => /^\d{1,6}$/.test(typed), { message: 'a whole number' })
    .transform(Number)
    .refine((value) => value > 0 && value <= max, { message: `from 1 to ${max.toLocaleString('en-US')}` })

const incoming = z.object({
  quantity: count(MAX_UNITS),
  expected_on: line(10),
  center: line(60),
  press: line(40),
})

/** Without a `center`, to the one that has most of it. */
actionRoutes.post(
  paths.announceIncoming.pattern,
  withItem(async (c, who, item) => {
    const read = readFields(incoming, c.var.body, {
      quantity: 'the packs',
      expected_on: 'the day it arrives',
    })
    if (!read.ok) return refuseAction(c, who, item, read.message)
    const { db, clock } = c.var.services
    const { quantity, expected_on, center: slug, press } = read.value
    const wanted = slug || [...item.centers].sort((a, b) => b.onHand - a.onHand)[0]?.center
    const center = listCenters(db).find((each) => each.slug === wanted)
    if (!center) return refuseAction(c, who, item, `There is no center "${slug}".`)
    const today = dayIn(center.zone, clock.now())
    const expectedOn = parseDay(expected_on)
    if (!expectedOn || expectedOn < today || expectedOn > addDays(today, MAX_DAYS_AHEAD))
      return refuseAction(c, who, item, `Please choose a day in the next ${MAX_DAYS_AHEAD} days.`)
    const announcement = {
      fcId: center.id,
      farmId: who.farm.id,
      offerId: item.offerId,
      quantity,
      expectedOn,
      userId: who.user.id,
      press: pressMark(press, center.id, item.offerId, quantity, expectedOn),
    }
    const announced = await durably(db, (tx) => {
      const outcome = announceDelivery(tx, announcement, clock.now())
      if (outcome.isNew) recordAnnounced(tx, { ...announcement, user: who.user, now: clock.now() }, quantity)
      return outcome
    })
    const expected = `${center.name} expects ${announced.quantity} on ${formatDay(expectedOn, 'long')}.`
    return done(c, who, item, expected)
  }),
)

const MAX_PRICE_CENTS = 1_000_000

const PRICE_SENTENCE = `Please give a price in dollars, like 38.50: from $0.01 to ${formatCents(MAX_PRICE_CENTS)}.`

const price = z.object({
  price_cents: digits(20),
  price: line(20),
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', { message: 'why the price should change' }),
})

/** The form has dollars, scripts send cents. */
function readPrice(body: Body): FieldsRead<{ priceCents: number; reason: string }> {
  const read = readFields(price, body, { price: 'the price', reason: '“Why”' })
  if (!read.ok) return read
  const { price_cents: cents, price: dollars, reason } = read.value
  const priceCents = readCents(cents, dollars)
  if (priceCents === null || priceCents < 1 || priceCents > MAX_PRICE_CENTS)
    return { ok: false, message: PRICE_SENTENCE }
  return { ok: true, value: { priceCents, reason } }
}

actionRoutes.post(
  paths.proposePrice.pattern,
  withItem(async (c, who, item) => {
    const read = readPrice(c.var.body)
    if (!read.ok) return refuseAction(c, who, item, read.message)
    const { priceCents, reason } = read.value
    if (priceCents === (item.poundCents ?? item.priceCents))
      return refuseAction(c, who, item, 'That is its price already.')
    const { db, clock } = c.var.services
    await durably(db, (tx) => {
      const offer = tx.select().from(offers).where(eq(offers.id, item.offerId)).get() as Offer
      const proposal = { offer, name: item.name, farm: who.farm.name, priceCents, reason }
      if (!proposePrice(tx, proposal, clock.now())) return
      recordOffer(tx, who, item, {
        verb: 'offer.price_proposed',
        detail: {
          before: { price_cents: item.poundCents ?? item.priceCents },
          after: { price_cents: priceCents },
        },
        ...{ reason, now: clock.now() },
      })
    })
    return done(
      c,
      who,
      item,
      `You proposed ${formatCents(priceCents)}${item.poundCents === null ? '' : ' a pound'}. We'll look at it soon.`,
    )
  }),
)

actionRoutes.post(
  paths.pauseOffer.pattern,
  withItem((c, who, item) => pauseOrResume(c, who, item, true)),
)

actionRoutes.post(
  paths.resumeOffer.pattern,
  withItem((c, who, item) => pauseOrResume(c, who, item, false)),
)

/** Again changes nothing. Boxes that are being paid keep what they hold. */
async function pauseOrResume(c: Ctx, who: Farmer, item: ShelfItem, isPaused: boolean) {
  const { db, clock } = c.var.services
  await durably(db, (tx) => {
    if (setPaused(tx, item.offerId, isPaused, clock.now()))
      recordOffer(tx, who, item, { verb: isPaused ? 'offer.paused' : 'offer.resumed', now: clock.now() })
  })
  const words = isPaused ? 'is paused. Nobody can buy it until you resume it.' : 'is for sale again.'
  return done(c, who, item, `${item.name}, ${item.label}, ${words}`)
}

type OfferAction = Omit<StaffAction, 'actor' | 'subject'>

function recordOffer(tx: Tx, { user }: Farmer, { token, name, label }: ShelfItem, action: OfferAction) {
  const subject = { kind: 'offer', token, label: `${name}, ${label}` }
  recordAction(tx, { actor: actorOf(user), subject, ...action })
}

/** With the offer as it is now. */
function done(c: Ctx, who: Farmer, item: ShelfItem, message: string) {
  const json = { message, ...shelfJson(itemNow(c, who) ?? item) }
  const path = paths.farmOffer(who.farm.slug, item.token)
  return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
}

function refuseAction(c: Ctx, who: Farmer, item: ShelfItem, message: string) {
  if (!wantsHtml(c)) return c.json({ error: message, message, ...shelfJson(item) }, 422)
  return offerPage(c, who, item, message)
}
