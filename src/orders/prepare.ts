import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { placeDayHold } from '../delivery/calendar-facts.ts'
import { holdGiftCents } from '../pricing/gift-cards.ts'
import { holdPromotion } from '../pricing/promotions.ts'
import { holdReward, removeRewardFromOrder } from '../pricing/rewards.ts'
import { holdUnits } from '../stock/stock.ts'
import { advanceOrder } from './advance.ts'
import { itemsOf } from './items.ts'
import { changeOpenOrder } from './open-order.ts'
import { orderById } from './orders.ts'
import { acceptPrices, type Readiness, type Refusal, readiness, shortageRefusal } from './readiness.ts'
import { isOpen } from './states.ts'

export type Prepared = { ok: true; order: Order } | { ok: false; refusal: Refusal }

const ALREADY_PLACED: Refusal = { code: 'order_placed', message: 'This order is already placed.' }
const JOINED: Refusal = {
  code: 'order_joined',
  message: 'This box is one with the other box of your account now. Look at it before you go on.',
}

/** Why nothing of an order that is not open any more can be changed or paid. */
export const closedRefusal = ({ state }: Order): Refusal => (state === 'expired' ? JOINED : ALREADY_PLACED)

/**
 * PREPARE, the first of the three phases: makes sure of everything once more, keeps the units, the ship day, the
 * promotion and the gift balance for `holdSeconds`, and freezes the total, all in one transaction. Repeating it
 * extends the hold; any other change to the order undoes it (`changeOpenOrder`).
 * @param agreed the shopper ticked the terms box with this try
 */
export function prepareOrder(
  db: Db,
  orderId: number,
  { now, holdSeconds, agreed }: { now: Instant; holdSeconds: number; agreed: boolean },
): Promise<Prepared> {
  const expiresAt = now + holdSeconds * 1000
  return durably(db, (tx): Prepared => {
    const order = agreeToTerms(tx, orderById(tx, orderId), agreed, now)
    if (!isOpen(order.state)) return { ok: false, refusal: closedRefusal(order) }

    const ready = readiness(tx, order, now)
    if (!ready.ok) return refused(tx, order, ready.refusal, now)

    const held = hold(tx, order, ready, now, expiresAt)
    if (held) return refused(tx, order, held, now)
    return { ok: true, order: freeze(tx, order, ready, now, expiresAt) }
  })
}

function agreeToTerms(tx: Tx, order: Order, agreed: boolean, now: Instant): Order {
  if (!agreed || order.termsAcceptedAt !== null || !isOpen(order.state)) return order
  tx.update(orders).set({ termsAcceptedAt: now }).where(eq(orders.id, order.id)).run()
  return { ...order, termsAcceptedAt: now }
}

/** What was prepared before no longer holds either. A changed price counts as seen once it was told. */
function refused(tx: Tx, order: Order, refusal: Refusal, now: Instant): Prepared {
  if (refusal.code === 'reward') removeRewardFromOrder(tx, order.id)
  if (order.state === 'payment_pending' || refusal.code === 'reward') changeOpenOrder(tx, order, now)
  if (refusal.code === 'price_changed') acceptPrices(tx, itemsOf(tx, order.id))
  return { ok: false, refusal }
}

type Ready = Extract<Readiness, { ok: true }>

function hold(tx: DurableTx, order: Order, ready: Ready, now: Instant, expiresAt: Instant): Refusal | null {
  const { fcId, items, wanted, day, totals } = ready
  const place = placeDayHold(tx, { orderId: order.id, fcId, shipOn: day.shipOn, now, expiresAt })
  if (!place.ok) {
    return {
      code: 'date_unavailable',
      message: 'The last place of that day has just been taken. Please choose another delivery date.',
    }
  }
  const units = holdUnits(tx, { id: order.id, fcId }, wanted, now, expiresAt)
  if (!units.ok) return shortageRefusal(items, units.shortages)
  holdPromotion(tx, order.id, expiresAt)
  holdReward(tx, order.id, expiresAt)
  holdGiftCents(tx, order.id, totals.giftCents, now, expiresAt)
  return null
}

/** The promise as it will be paid: the total, the day and its moments. */
function freeze(
  tx: DurableTx,
  order: Order,
  { totals, fcId, day }: Ready,
  now: Instant,
  holdExpiresAt: Instant,
): Order {
  const promise = { ...totals, ...promiseOf(fcId, day) }
  return advanceOrder(tx, order, { ...promise, state: 'payment_pending', holdExpiresAt, updatedAt: now })
}

/** The columns that say who packs a box and by when what happens. */
export const promiseOf = (fcId: number, day: Ready['day']) => ({
  fcId,
  shipOn: day.shipOn,
  lockAt: day.lockAt,
  chargeAt: day.chargeAt,
  expedited: day.expedited,
})
