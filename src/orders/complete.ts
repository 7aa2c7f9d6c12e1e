import type { Db, DurableTx, Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { bookShipDay, releaseDayHold } from '../delivery/calendar-facts.ts'
import { placesLeft } from '../delivery/ship-days.ts'
import { spendGiftCents, usableCards } from '../pricing/gift-cards.ts'
import { giftOn, withGift } from '../pricing/gifts.ts'
import { spendPromotion } from '../pricing/promotions.ts'
import { spendReward } from '../pricing/rewards.ts'
import { sellUnits, shortagesOf, type UnitRequest } from '../stock/stock.ts'
import { flagAddress } from './address-flags.ts'
import { advanceOrder } from './advance-order.ts'
import { itemsOf, type OrderItem } from './items.ts'
import { releaseHeld } from './open-order.ts'
import { orderById } from './orders.ts'
import { deliveryColumns } from './prepare.ts'
import { type Refusal, readiness, shortageRefusal } from './readiness.ts'
import { isOpen, isPlaced } from './states.ts'

/**
 * The only way an open order becomes `paid`. One transaction commits the stock, the ship day, the promotion, the reward
 * and the gift card balance, exactly once. While the hold is live, the frozen totals and delivery day apply. Money
 * that arrives after the hold goes through every check again, at today's prices. An order never completes for an
 * amount other than its own total.
 */

export type Completion =
  | { ok: true; order: Order }
  | { ok: false; reason: 'already_placed' | 'amount_mismatch' | 'not_completable'; message: string }

const PAID = 'This order has already been paid.'
const JOINED = 'You signed in during payment, so this box was combined with the one already in your account.'

export function completeOrder(
  tx: DurableTx,
  orderId: number,
  receivedCents: number,
  now: Instant,
): Completion {
  const order = orderById(tx, orderId)
  if (!isOpen(order.state))
    return { ok: false, reason: 'already_placed', message: isPlaced(order.state) ? PAID : JOINED }

  const commitment = isHeld(order, now) ? heldCommitment(tx, order, now) : renewedCommitment(tx, order, now)
  if ('code' in commitment) return { ok: false, reason: 'not_completable', message: commitment.message }
  if (commitment.order.totalCents !== receivedCents) {
    return {
      ok: false,
      reason: 'amount_mismatch',
      message: 'Your box changed during payment.',
    }
  }
  return { ok: true, order: place(tx, commitment, now) }
}

type Commitment = { order: Order & { fcId: number; shipOn: Day; giftCents: number }; wanted: UnitRequest[] }

const isHeld = (order: Order, now: Instant) =>
  order.state === 'payment_pending' && order.holdExpiresAt !== null && order.holdExpiresAt > now

/** Frozen by PREPARE and still held. Stock, day and gift balance are checked again: a clerk may have changed them. */
const heldCommitment = (db: Db, order: Order, now: Instant): Commitment | Refusal =>
  checkCommitment(db, order, itemsOf(db, order.id), now)

function renewedCommitment(tx: Tx, order: Order, now: Instant): Commitment | Refusal {
  releaseHeld(tx, order.id)
  const ready = readiness(tx, order, now)
  if (!ready.ok) return ready.refusal
  const renewed = { ...order, ...ready.totals, ...deliveryColumns(ready.fcId, ready.day) }
  return checkCommitment(tx, renewed, ready.items, now)
}

function checkCommitment(db: Db, order: Order, items: OrderItem[], now: Instant): Commitment | Refusal {
  const { id, fcId, shipOn, giftCents } = order
  if (fcId === null || shipOn === null || giftCents === null)
    throw new Error(`order ${id} was never prepared for payment`)
  const rewardGift = giftOn(db, id)
  const wanted = withGift(items, rewardGift)
  const shortages = shortagesOf(db, { id, fcId }, wanted, now)
  if (shortages.length > 0) return shortageRefusal(rewardGift ? [...items, rewardGift] : items, shortages)
  if (placesLeft(db, { orderId: id, fcId, shipOn, now }) <= 0) {
    return { code: 'date_unavailable', message: 'The delivery day filled up in the meantime.' }
  }
  const availableCents = usableCards(db, id, now).reduce((sum, card) => sum + card.availableCents, 0)
  if (availableCents < giftCents)
    return { code: 'promotion', message: 'Your gift card no longer covers its share of this order.' }
  return { order: { ...order, fcId, shipOn, giftCents }, wanted }
}

function place(tx: DurableTx, { order, wanted }: Commitment, now: Instant): Order {
  releaseDayHold(tx, order.id)
  const day = bookShipDay(tx, { orderId: order.id, fcId: order.fcId, shipOn: order.shipOn, now })
  if (!day.ok) throw new Error(`the held place of order ${order.id} on ${order.shipOn} is gone`)
  sellUnits(tx, { id: order.id, fcId: order.fcId }, wanted, now)
  spendPromotion(tx, order.id, now)
  spendReward(tx, order.id, now)
  spendGiftCents(tx, order, order.giftCents, now)
  const placed = advanceOrder(tx, order, {
    state: 'paid',
    holdExpiresAt: null,
    placedAt: now,
    updatedAt: now,
  })
  flagAddress(tx, placed, now)
  return placed
}
