import { eq } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Order, orders, type Promotion } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { bookShipDay } from '../delivery/calendar-facts.ts'
import { placesLeft } from '../delivery/ship-days.ts'
import { type Extras, extrasOf, withoutBox } from '../pricing/extras.ts'
import { spendGiftCents } from '../pricing/gift-cards.ts'
import { withGift } from '../pricing/gifts.ts'
import { removePromotion, spendPromotion } from '../pricing/promotions.ts'
import { removeRewardFromOrder, spendReward } from '../pricing/rewards.ts'
import { sellUnits, shortagesOf, type UnitRequest } from '../stock/stock.ts'
import { flagUnconfirmed } from './address-flags.ts'
import { advanceOrder } from './advance-order.ts'
import { itemsOf, type OrderItem } from './items.ts'
import { beginMembership, recordBoxPlaced } from './memberships.ts'
import { releaseHeld } from './open-order.ts'
import { orderById } from './orders.ts'
import { deliveryColumns, NO_DELIVERY } from './prepare.ts'
import { buyerOf, type Refusal, readiness, shortageRefusal } from './readiness.ts'
import { isOpen, isPlaced } from './states.ts'

/**
 * The only way an open order becomes `paid`. One transaction commits the stock, the ship day, the promotion, the reward
 * and the gift card balance, exactly once. While the hold is live, the frozen totals and delivery day apply. Money
 * that arrives after the hold goes through every check again, at today's prices. An order never completes for an
 * amount other than its own total.
 */

export type Completion =
  | { ok: true; order: Order; promotion: Promotion | null }
  | { ok: false; reason: 'already_placed' | 'amount_mismatch' | 'not_completable'; message: string }

const PAID = 'This order has already been paid.'
const JOINED = 'You signed in during payment, so this box was combined with the one already in your account.'

/** @param order as this transaction sees it */
export function completeOrder(tx: DurableTx, order: Order, receivedCents: number, now: Instant): Completion {
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
  return { ok: true, order: place(tx, commitment, now), promotion: commitment.extras.promotion }
}

type Commitment = {
  order: Order & { giftCents: number }
  extras: Extras
  wanted: UnitRequest[]
  /** Null when the order sends no box, only gift cards. */
  delivery: { fcId: number; shipOn: Day } | null
}

const isHeld = (order: Order, now: Instant) =>
  order.state === 'payment_pending' && order.holdExpiresAt !== null && order.holdExpiresAt > now

/** Frozen by PREPARE and still held. Stock, day and gift balance are checked again: a clerk may have changed them. */
const heldCommitment = (db: Db, order: Order, now: Instant): Commitment | Refusal =>
  checkCommitment(db, order, itemsOf(db, order.id), now)

function renewedCommitment(tx: Tx, order: Order, now: Instant): Commitment | Refusal {
  releaseHeld(tx, order.id)
  const ready = readiness(tx, order, now)
  if (!ready.ok) return ready.refusal
  const { delivery } = ready
  const columns = delivery ? deliveryColumns(delivery.fcId, delivery.day) : NO_DELIVERY
  const renewed = { ...order, ...ready.totals, ...columns }
  return checkCommitment(tx, renewed, ready.items, now)
}

function checkCommitment(db: Db, order: Order, items: OrderItem[], now: Instant): Commitment | Refusal {
  const { giftCents } = order
  if (giftCents === null) throw new Error(`order ${order.id} was never prepared for payment`)
  const all = extrasOf(db, order.id, now)
  const extras = items.length > 0 ? all : withoutBox(all)
  const wanted = withGift(items, extras.gift)
  const delivery = items.length > 0 ? checkBox(db, order, { items, extras, wanted }, now) : null
  if (delivery && 'code' in delivery) return delivery
  const availableCents = extras.giftCards.reduce((sum, card) => sum + card.availableCents, 0)
  if (availableCents < giftCents)
    return { code: 'promotion', message: 'Your gift card no longer covers its share of this order.' }
  return { order: { ...order, giftCents }, extras, wanted, delivery }
}

type Box = { items: OrderItem[]; extras: Extras; wanted: UnitRequest[] }

function checkBox(db: Db, order: Order, { items, extras, wanted }: Box, now: Instant) {
  const { id, fcId, shipOn } = order
  if (fcId === null || shipOn === null) throw new Error(`order ${id} was never prepared for payment`)
  const shortages = shortagesOf(db, buyerOf(order, fcId), wanted, now)
  if (shortages.length > 0)
    return shortageRefusal(order, extras.gift ? [...items, extras.gift] : items, shortages)
  if (placesLeft(db, { orderId: id, fcId, shipOn, now }) > 0) return { fcId, shipOn }
  return { code: 'date_unavailable' as const, message: 'The delivery day filled up in the meantime.' }
}

function place(tx: DurableTx, { order, extras, wanted, delivery }: Commitment, now: Instant): Order {
  if (delivery) placeBox(tx, order, delivery, wanted, now)
  else dropBox(tx, order)
  if (extras.promotion) spendPromotion(tx, order.id, now)
  if (extras.reward) spendReward(tx, order.id, now)
  if (order.giftCents > 0) spendGiftCents(tx, order, order.giftCents, now)
  const placed = advanceOrder(tx, order, {
    state: 'paid',
    holdExpiresAt: null,
    paymentInFlightAt: null,
    chargeAskedAt: null,
    placedAt: now,
    updatedAt: now,
  })
  if (!delivery) return orderById(tx, order.id)
  flagUnconfirmed(tx, placed, now)
  beginMembership(tx, placed, now)
  recordBoxPlaced(tx, placed, now)
  return placed
}

function placeBox(
  tx: DurableTx,
  { id }: Order,
  { fcId, shipOn }: NonNullable<Commitment['delivery']>,
  wanted: UnitRequest[],
  now: Instant,
) {
  const day = bookShipDay(tx, { orderId: id, fcId, shipOn, now })
  if (!day.ok) throw new Error(`the held place of order ${id} on ${shipOn} is gone`)
  sellUnits(tx, { id, fcId }, wanted, now)
}

/** The box was emptied before: its code and reward are for another one. */
function dropBox(tx: DurableTx, { id }: Order) {
  removePromotion(tx, id)
  removeRewardFromOrder(tx, id)
  tx.update(orders).set({ arrivalOn: null, transitDays: null }).where(eq(orders.id, id)).run()
}
