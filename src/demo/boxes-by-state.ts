import { eq } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { orders, type Payment, payments } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../day.ts'
import { placeDayHold } from '../delivery/calendar-facts.ts'
import { dayIn } from '../delivery/zones.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { newIdentifier } from '../orders/identifier.ts'
import { orderById } from '../orders/orders.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { readiness } from '../orders/readiness.ts'
import { settleDispute } from '../payments/disputes.ts'
import { insertRefund } from '../payments/refund-rows.ts'
import { settleRefund } from '../payments/refund-settling.ts'
import { holdUnits } from '../stock/stock.ts'
import { random } from '../tokens.ts'
import {
  addBox,
  addLines,
  firstPackLines,
  type Line,
  nearestDay,
  openWeekdays,
  pick,
  servedZone,
} from './boxes.ts'
import { addPlacedBox } from './placed-box.ts'
import type { Regular } from './regulars.ts'

const HOLD_MS = 10 * MINUTE_MS
const SHIPPED_COUNT = 3

/** Adds one or more boxes in every state that the other seeds leave out. */
export function seedBoxesByState(tx: DurableTx, regulars: Regular[], now: Instant) {
  const regularAt = (index: number) => pick(regulars, 10 + index)
  const lines = pantryLines(tx)
  addCart(tx, regularAt(0), lines, now - 2 * HOUR_MS)
  addReadyBox(tx, regularAt(1), lines, now - HOUR_MS)
  addExpiredBox(tx, regularAt(2), lines, now - 60 * DAY_MS)
  addPendingBox(tx, regularAt(3), lines, now)
  for (let index = 0; index < SHIPPED_COUNT; index++) addShippedBox(tx, regularAt(4 + index), lines, now)
  addCanceledBox(tx, regularAt(7), lines, now)
  addRefundedBox(tx, regularAt(8), lines, now)
  addDisputedBox(tx, regularAt(9), lines, now)
}

/** Pantry items: they keep, and no test depends on their last units. */
const pantryLines = (db: Db) => firstPackLines(db, ['soldier-beans', 'smoked-trout-tin', 'brisket-rub'], 2)

function addCart(tx: Tx, { userId }: Regular, lines: Line[], at: Instant) {
  const identity = { token: random.token(), identifier: newIdentifier(random) }
  const row = { ...identity, userId, createdAt: at, updatedAt: at }
  addLines(tx, tx.insert(orders).values(row).returning({ id: orders.id }).get().id, lines, at)
}

function addReadyBox(tx: Tx, regular: Regular, lines: Line[], at: Instant): number {
  const id = addBox(tx, regular, nearestDay(tx, regular, at), at)
  addLines(tx, id, lines, at)
  return id
}

function addExpiredBox(tx: Tx, regular: Regular, lines: Line[], at: Instant) {
  const id = addReadyBox(tx, regular, lines, at)
  tx.update(orders).set({ state: 'expired' }).where(eq(orders.id, id)).run()
}

/** Holds units and a day as a checkout does. If no one pays, the shop releases them within minutes. */
function addPendingBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const order = orderById(tx, addReadyBox(tx, regular, lines, now))
  const result = readiness(tx, order, now)
  if (!result.ok) throw new Error(`the demo's box cannot be paid: ${result.refusal.message}`)
  const { delivery, totals } = result
  if (!delivery) throw new Error("the demo's box has nowhere to go")
  const { fcId, day } = delivery
  const hold = { orderId: order.id, fcId, now, expiresAt: now + HOLD_MS }
  placeDayHold(tx, { ...hold, shipOn: day.shipOn })
  const units = lines.map(({ offer, quantity }) => ({ offerId: offer.id, quantity }))
  holdUnits(tx, { id: order.id, fcId }, units, now, hold.expiresAt)
  const promised = { ...totals, ...deliveryColumns(fcId, day), holdExpiresAt: hold.expiresAt }
  advanceOrder(tx, order, { ...promised, state: 'payment_pending', updatedAt: now })
}

/** Ships on the latest day that has passed. */
function addShippedBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 10 * DAY_MS
  const today = dayIn(servedZone(tx, regular.address.zip).fc.zone, now)
  const day = openWeekdays(tx, regular.address.zip, at).findLast(({ shipOn }) => shipOn < today)
  addPlacedBox(tx, regular, lines, { state: 'shipped', day: day ?? nearestDay(tx, regular, at), at })
}

function addCanceledBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 11 * DAY_MS
  const box = addPlacedBox(tx, regular, lines, { state: 'canceled', day: nearestDay(tx, regular, at), at })
  recordRefund(tx, box, at + HOUR_MS)
}

function addRefundedBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 40 * DAY_MS
  const box = addPlacedBox(tx, regular, lines, { state: 'refunded', day: nearestDay(tx, regular, at), at })
  recordRefund(tx, box, at + 9 * DAY_MS)
}

function addDisputedBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 35 * DAY_MS
  const openedAt = now - 5 * DAY_MS
  const box = addPlacedBox(tx, regular, lines, { state: 'review', day: nearestDay(tx, regular, at), at })
  const payment = paymentOf(tx, box.id)
  const transfers = [{ id: `txn_demo_${box.id}`, cents: -box.totalCents }]
  const facts = { reason: 'fraudulent', status: 'needs_response', openedAt, evidenceDueAt: now + 9 * DAY_MS }
  const snapshot = { ...facts, id: `du_demo_${box.id}`, amountCents: box.totalCents, transfers }
  settleDispute(tx, { ...snapshot, intentId: payment.intentId ?? '' }, openedAt)
}

const paymentOf = (db: Db, orderId: number): Payment =>
  pick(db.select().from(payments).where(eq(payments.orderId, orderId)).all(), 0)

function recordRefund(tx: DurableTx, { id, totalCents }: { id: number; totalCents: number }, at: Instant) {
  const payment = paymentOf(tx, id)
  const refund = insertRefund(
    tx,
    payment,
    { cause: 'dashboard', amountCents: totalCents, status: 'asked' },
    at,
  )
  tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
  const news = { id: `re_demo_${id}`, amountCents: totalCents, status: 'succeeded' as const, failure: null }
  settleRefund(tx, { ...news, intentId: payment.intentId ?? '', refundId: refund.id }, at)
}
