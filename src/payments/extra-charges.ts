import { eq, lte } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type ExtraCharge,
  extraCharges,
  orders,
  type PaidChange,
  type Payment,
  payments,
} from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { placeDayHold, releaseDayHold } from '../delivery/calendar-facts.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { buyerOf } from '../orders/readiness.ts'
import { canStillBeMade } from '../orders/unpaid-change.ts'
import { holdUnits, releaseUnits, type UnitRequest } from '../stock/stock.ts'
import { latestPayment, NEVER_ASKED } from './payments.ts'

/**
 * A change that makes a placed order dearer waits here for its money: one attempt, committed before the provider is
 * called, with its units and its place on the ship day held meanwhile. `settle` applies the change or returns the money.
 */

export type ExtraRequest = {
  change: PaidChange
  /** Of the order that the change was priced for. */
  orderVersion: number
  amountCents: number
  /** Held until the charge has an outcome. */
  units: UnitRequest[]
  /** As `units`: a place on this ship day. */
  shipOn: Day | null
  network: string | null
  expiresAt: Instant
}

/** Null when the order has changed, or another charge for it isn't over. */
export function openExtraCharge(
  tx: DurableTx,
  orderId: number,
  request: ExtraRequest,
  { now, wallNow }: { now: Instant; wallNow: Instant },
): Payment | null {
  const order = orderById(tx, orderId)
  const latest = latestPayment(tx, orderId)
  const { orderVersion, amountCents, units, shipOn, network, change, expiresAt } = request
  if (order.state !== 'paid' || order.version !== orderVersion || order.fcId === null) return null
  if (isBeingCharged(order, now) || latest?.status === 'open') return null
  if (units.length > 0 && !holdUnits(tx, buyerOf(order, order.fcId), units, now, expiresAt).ok) return null
  if (shipOn !== null && shipOn !== order.shipOn) {
    const place = { orderId, fcId: order.fcId, shipOn, now, expiresAt }
    if (!placeDayHold(tx, place).ok) return null
  }
  const payment = tx
    .insert(payments)
    .values({
      orderId,
      attempt: (latest?.attempt ?? 0) + 1,
      flow: 'extra',
      amountCents,
      status: 'open',
      network,
      snapshotAt: NEVER_ASKED,
      createdAt: wallNow,
    })
    .returning()
    .get()
  tx.delete(extraCharges).where(eq(extraCharges.orderId, orderId)).run()
  tx.insert(extraCharges).values({ paymentId: payment.id, orderId, orderVersion, change, expiresAt }).run()
  return payment
}

/** Counts the try and keeps everything else from changing the order. Null when there is nothing to charge anymore. */
export function beginExtraTry(tx: DurableTx, paymentId: number, now: Instant): Payment | null {
  const payment = tx.select().from(payments).where(eq(payments.id, paymentId)).get()
  const waiting = payment && waitingChange(tx, payment, now)
  if (!waiting || isBeingCharged(orderById(tx, payment.orderId), now)) return null
  const tried = { tries: payment.tries + 1, declinedAt: null, failure: null, snapshotAt: NEVER_ASKED }
  tx.update(payments).set(tried).where(eq(payments.id, paymentId)).run()
  tx.update(orders).set({ chargeAskedAt: now }).where(eq(orders.id, payment.orderId)).run()
  return { ...payment, ...tried }
}

export const extraChargeOf = (db: Db, paymentId: number): ExtraCharge | null =>
  db.select().from(extraCharges).where(eq(extraCharges.paymentId, paymentId)).get() ?? null

/** Null when the change can't be made anymore, so its intent should be canceled. */
export function waitingChange(db: Db, payment: Payment, now: Instant): ExtraCharge | null {
  const charge = payment.status === 'open' ? extraChargeOf(db, payment.id) : null
  return charge && canStillBeMade(charge, orderById(db, charge.orderId), now) ? charge : null
}

/** With what it holds, and the personal data in it. */
export function endExtraCharge(tx: DurableTx, { id, orderId }: Payment) {
  const { changes } = tx.delete(extraCharges).where(eq(extraCharges.paymentId, id)).run()
  if (changes === 0) return
  releaseUnits(tx, orderId)
  releaseDayHold(tx, orderId)
}

export const endedExtraCharges = (db: Db, now: Instant): ExtraCharge[] =>
  db.select().from(extraCharges).where(lte(extraCharges.expiresAt, now)).limit(200).all()
