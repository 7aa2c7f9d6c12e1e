import { and, eq, gt, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { lots, offers, orders, packingWaves, stock, varieties } from '#db/schema/index.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { signedIn } from '../account.ts'
import { CENTER, DALE } from '../clerks.ts'
import { inDays, today } from '../lots.ts'
import { NOW as START } from '../now.ts'
import { openFlags, RUTH } from '../staff.ts'
import { answerClaims } from './after-purchase.ts'
import { asked, jsonOf, passRefusal, Refused } from './asked.ts'
import { chargeFarms } from './money.ts'
import { packWave } from './packing.ts'
import type { Season } from './season.ts'
import { changeWeather } from './weather.ts'

/** What the season's shoppers buy; one of them is sold by weight. */
export const OFFERS_SOLD = ['demo-fifty', 'grass-fed-ribeye', 'demo-by-weight']

type Task = (season: Season) => Promise<void>

/** A day's work at the center, in this order. */
export const dayAtCenter = ({ draw }: Season): Task[] => [
  receive,
  ...(draw.chance(0.2) ? [changeWeather] : []),
  exportReady,
  ...(draw.chance(0.2) ? [recallLot] : []),
  ...(draw.chance(0.4) ? [countShelf] : []),
  ...(draw.chance(0.8) ? [buyLabels] : []),
  packWaves,
  ...(draw.chance(0.3) ? [cancelLate] : []),
  shipWaves,
  ...(draw.chance(0.1) ? [voidWave] : []),
  solveFlags,
  answerClaims,
  ...(draw.chance(0.3) ? [chargeFarms] : []),
]

export const clerkOf = (season: Season) => signedIn(season.shop(), DALE)

/**
 * A farm delivers what was sold: a lot with a long shelf life, one close to its best-by day, or units without a lot.
 */
async function receive(season: Season) {
  const { draw, shop } = season
  for (const { offerId, token, onHand } of stockOf(season)) {
    if (onHand >= 10 && draw.chance(0.8)) continue
    const quantity = Math.max(4, 20 - onHand)
    if (draw.chance(0.2)) await receiveLoose(season, offerId, quantity)
    else await receiveDelivery(season, token, quantity)
    await shop().settleDown()
  }
}

const stockOf = ({ shop }: Season) =>
  shop()
    .db.select({ offerId: stock.offerId, token: offers.token, onHand: stock.onHand })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(inArray(varieties.slug, OFFERS_SOLD), eq(stock.fcId, 1)))
    .all()

const receiveLoose = ({ shop }: Season, offerId: number, quantity: number) =>
  durably(shop().db, (tx) =>
    receiveUnits(tx, 1, [{ offerId, quantity }], shop().clock.now(), 'a farm’s delivery'),
  )

let deliveries = 0

async function receiveDelivery(season: Season, bid_item_token: string, quantity: number) {
  const { draw, shop } = season
  const dale = await clerkOf(season)
  const announced = { bid_item_token, quantity, expected_on: today(shop()) }
  const { delivery_id } = await jsonOf<{ delivery_id: number }>(
    dale.call('POST', `${CENTER}/receiving`, announced),
  )
  deliveries += 1
  const line = {
    bid_item_token,
    lot: `SIM${deliveries * 7 + 1000}X`,
    quantity: draw.chance(0.7) ? quantity : Math.max(1, quantity - draw.below(4)),
    best_by: inDays(shop(), draw.chance(0.4) ? 9 + draw.below(9) : 60 + draw.below(200)),
    reason: 'Damaged',
    ...(draw.chance(0.15) && { inspection: 'state', establishment: 'P 77' }),
  }
  const count = { lines: [line], temperature_f: 4 }
  await asked(dale.call('POST', `${CENTER}/receiving/${delivery_id}/check_in`, count))
}

/** Exports what is late or ships by tomorrow; sometimes a day more. */
async function exportReady(season: Season) {
  const { draw, shop } = season
  const days = draw.chance(0.3) ? 2 : 1
  const ready = seasonsOrders(season, ['paid'])
    .filter(({ shipOn }) => shipOn !== null && shipOn <= inDays(shop(), days))
    .map(({ token }) => ['order_tokens[]', token])
  const dale = await clerkOf(season)
  await asked(dale.call('POST', `${CENTER}/orders/export?${new URLSearchParams(ready)}`)).catch(passRefusal)
  await shop().settleDown()
}

type OrderState = (typeof orders.$inferSelect)['state']

const seasonsOrders = ({ shop }: Season, states: OrderState[]) =>
  shop()
    .db.select()
    .from(orders)
    .where(
      and(
        eq(orders.fcId, 1), // a center's clerks can't touch another's boxes
        isNotNull(orders.placedAt),
        gte(orders.placedAt, START),
        inArray(orders.state, states),
      ),
    )
    .all()

/** Without the demo's own, whose payments the provider doesn't know. */
export const seasonsWaves = ({ shop }: Season) =>
  shop()
    .db.select({ id: packingWaves.id })
    .from(packingWaves)
    .where(and(eq(packingWaves.state, 'active'), eq(packingWaves.fcId, 1), gt(packingWaves.createdAt, START)))
    .all()
    .filter(({ id }) =>
      shop().db.get(sql`select 1 from packing_wave_orders b inner join orders o on o.id = b.order_id
        where b.wave_id = ${id} and b.ended_at is null and o.state <> 'shipped' and o.state <> 'delivered'`),
    )
    .map(({ id }) => `${CENTER}/packing_waves/${id}`)

async function buyLabels(season: Season) {
  const dale = await clerkOf(season)
  for (const wave of seasonsWaves(season)) {
    await asked(dale.call('POST', `${wave}/labels`, {})).catch(passRefusal)
    await season.shop().settleDown()
  }
}

async function packWaves(season: Season) {
  for (const wave of seasonsWaves(season)) await packWave(season, wave)
}

async function shipWaves(season: Season) {
  const dale = await clerkOf(season)
  const due = new Set(
    seasonsOrders(season, ['in_wave', 'canceled', 'review'])
      .filter(({ shipOn }) => shipOn !== null && shipOn <= today(season.shop()))
      .map(({ token }) => token),
  )
  for (const wave of seasonsWaves(season)) {
    const { orders: boxes } = await jsonOf<{ orders: { order_token: string; state: string }[] }>(
      dale.call('GET', wave),
    )
    for (const { order_token, state } of boxes) {
      if (!due.has(order_token)) continue
      const step = state === 'stopped' ? 'remove' : 'shipped'
      if (state !== 'packed' && state !== 'stopped') continue
      await asked(dale.call('POST', `${wave}/${step}`, { order_tokens: [order_token] })).catch((error) => {
        passRefusal(error)
        return asked(dale.call('POST', `${wave}/remove`, { order_tokens: [order_token] })).catch(passRefusal)
      })
    }
  }
  await season.shop().settleDown()
}

async function voidWave(season: Season) {
  const [wave] = seasonsWaves(season)
  if (!wave) return
  const dale = await clerkOf(season)
  await asked(dale.call('POST', `${wave}/void`, {}))
}

/** A clerk counts a shelf and finds more or fewer than recorded, of the lot on the label or of any. */
async function countShelf(season: Season) {
  const { draw, shop } = season
  const { offerId, token } = draw.pick(stockOf(season))
  const known = shop().db.select({ code: lots.code }).from(lots).where(eq(lots.offerId, offerId)).all()
  const lot = known.length > 0 && draw.chance(0.6) ? draw.pick(known).code : ''
  const change = draw.chance(0.7) ? -1 - draw.below(8) : 1 + draw.below(3)
  const dale = await clerkOf(season)
  await asked(dale.call('POST', `${CENTER}/inventory/${token}/adjust`, { change, reason: 'Counted', lot }))
}

async function recallLot(season: Season) {
  const { draw, shop } = season
  const open = shop()
    .db.select({ token: lots.token })
    .from(lots)
    .where(and(sql`${lots.code} like 'SIM%'`, eq(lots.state, 'open')))
    .all()
  if (open.length === 0) return
  const dale = await clerkOf(season)
  const { recall_id } = await jsonOf<{ recall_id: number }>(
    dale.call('POST', `${CENTER}/recalls`, {
      lots: [draw.pick(open).token],
      reason: 'Listeria was found.',
    }),
  )
  await asked(dale.call('POST', `${CENTER}/recalls/${recall_id}/send`, {}))
}

/** A shopper calls, and staff cancel the order wherever its box is. */
async function cancelLate(season: Season) {
  const open = seasonsOrders(season, ['paid', 'in_wave'])
  if (open.length === 0) return
  const { id } = season.draw.pick(open)
  const { db, clock } = season.shop()
  const refund = await durably(db, (tx) => refundOrder(tx, id, 'staff', clock.now()))
  if (!refund.ok) throw new Refused(refund.code)
}

/** Staff decide about boxes held by a recall. */
async function solveFlags(season: Season) {
  const { draw, shop } = season
  const ruth = await signedIn(shop(), RUTH)
  for (const { id } of openFlags(shop(), 'recalled_lot')) {
    const action = draw.chance(0.7) ? 'release_box' : 'refund_order'
    await asked(
      ruth.call('POST', `/staff/flags/${id}/resolve`, { action, resolution: 'We looked at the box.' }),
    ).catch(passRefusal)
  }
}
