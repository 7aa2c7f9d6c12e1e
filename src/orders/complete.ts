import type { Db, DurableTx, Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { bookShipDay, releaseDayHold } from '../delivery/calendar-facts.ts'
import { placesLeft } from '../delivery/ship-days.ts'
import { spendGiftCents, usableCards } from '../pricing/gift-cards.ts'
import { giftOn, withGift } from '../pricing/gifts.ts'
import { spendPromotion } from '../pricing/promotions.ts'
import { spendReward } from '../pricing/rewards.ts'
import { sellUnits, shortagesOf, type Wanted } from '../stock/stock.ts'
import { advanceOrder } from './advance.ts'
import { itemsOf, type OrderItem } from './items.ts'
import { releaseHeld } from './open-order.ts'
import { orderById } from './orders.ts'
import { promiseOf } from './prepare.ts'
import { type Refusal, readiness, shortageRefusal } from './readiness.ts'
import { isOpen, isPlaced } from './states.ts'

export type Completion =
  | { ok: true; order: Order }
  | { ok: false; reason: 'already_placed' | 'amount_mismatch' | 'not_completable'; message: string }

const PAID = 'This order was already paid.'
const JOINED = 'You signed in while you paid, and this box was put together with the one in your account.'

/**
 * The single door to `paid`, inside the caller's durable transaction: commits the stock, the ship day, the promotion
 * and the gift balance, exactly once. While the hold lives the frozen promise stands as it is; money that comes
 * after it goes through every check again. Never completes for another amount than the order's own.
 */
export function completeOrder(
  tx: DurableTx,
  orderId: number,
  receivedCents: number,
  now: Instant,
): Completion {
  const order = orderById(tx, orderId)
  if (!isOpen(order.state))
    return { ok: false, reason: 'already_placed', message: isPlaced(order.state) ? PAID : JOINED }

  const pledge = isHeld(order, now) ? heldPledge(tx, order, now) : renewedPledge(tx, order, now)
  if ('code' in pledge) return { ok: false, reason: 'not_completable', message: pledge.message }
  if (pledge.order.totalCents !== receivedCents) {
    return {
      ok: false,
      reason: 'amount_mismatch',
      message: 'Your box changed while it was being paid.',
    }
  }
  return { ok: true, order: place(tx, pledge, now) }
}

/** An order with everything that its payment commits. */
type Pledge = { order: Order & { fcId: number; shipOn: Day; giftCents: number }; wanted: Wanted[] }

const isHeld = (order: Order, now: Instant) =>
  order.state === 'payment_pending' && order.holdExpiresAt !== null && order.holdExpiresAt > now

/** Frozen by PREPARE and still held: only what a clerk may have done to the shelf meanwhile is looked at again. */
function heldPledge(db: Db, order: Order, now: Instant): Pledge | Refusal {
  const items = itemsOf(db, order.id)
  return assured(db, order, items, now)
}

/** The hold ended: all checks again, at today's prices, then the same promise if nothing stands in its way. */
function renewedPledge(tx: Tx, order: Order, now: Instant): Pledge | Refusal {
  releaseHeld(tx, order.id)
  const ready = readiness(tx, order, now)
  if (!ready.ok) return ready.refusal
  const renewed = { ...order, ...ready.totals, ...promiseOf(ready.fcId, ready.day) }
  return assured(tx, renewed, ready.items, now)
}

function assured(db: Db, order: Order, items: OrderItem[], now: Instant): Pledge | Refusal {
  const { id, fcId, shipOn, giftCents } = order
  if (fcId === null || shipOn === null || giftCents === null) throw new Error(`order ${id} has no promise`)
  const picked = giftOn(db, id)
  const wanted = withGift(items, picked)
  const shortages = shortagesOf(db, { id, fcId }, wanted, now)
  if (shortages.length > 0) return shortageRefusal(picked ? [...items, picked] : items, shortages)
  if (placesLeft(db, { orderId: id, fcId, shipOn, now }) <= 0) {
    return { code: 'date_unavailable', message: 'The delivery day has filled up meanwhile.' }
  }
  const gift = usableCards(db, id, now).reduce((sum, card) => sum + card.availableCents, 0)
  if (gift < giftCents)
    return { code: 'promotion', message: 'The gift card no longer covers its part of the order.' }
  return { order: { ...order, fcId, shipOn, giftCents }, wanted }
}

function place(tx: DurableTx, { order, wanted }: Pledge, now: Instant): Order {
  releaseDayHold(tx, order.id)
  const day = bookShipDay(tx, { orderId: order.id, fcId: order.fcId, shipOn: order.shipOn, now })
  if (!day.ok) throw new Error(`the held place of order ${order.id} on ${order.shipOn} is gone`)
  sellUnits(tx, { id: order.id, fcId: order.fcId }, wanted, now)
  spendPromotion(tx, order.id, now)
  spendReward(tx, order.id, now)
  spendGiftCents(tx, order, order.giftCents, now)
  return advanceOrder(tx, order, { state: 'paid', holdExpiresAt: null, placedAt: now, updatedAt: now })
}
