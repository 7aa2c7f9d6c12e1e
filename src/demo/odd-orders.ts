import { eq } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { moneyMovements, orders, payments, staffFlags } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { placeDayHold } from '../delivery/calendar-facts.ts'
import { dayIn } from '../delivery/zones.ts'
import { advanceOrder } from '../orders/advance.ts'
import { orderById } from '../orders/orders.ts'
import { promiseOf } from '../orders/prepare.ts'
import { readiness } from '../orders/readiness.ts'
import { holdUnits } from '../stock/stock.ts'
import { chance } from '../tokens.ts'
import { addBox, addLines, type Line, linesOf, nearestDay, openWeekdays, pick, servedZone } from './boxes.ts'
import { bringBox } from './place-box.ts'
import type { Regular } from './regulars.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const HOLD_MS = 10 * 60_000
const UNDER_WAY = 3

/** A box or two in each state between and beside waiting to be packed and delivered long ago. */
export function seedLooseBoxes(tx: DurableTx, regulars: Regular[], now: Instant) {
  const of = (nth: number) => pick(regulars, 10 + nth)
  const lines = pantryLines(tx)
  cart(tx, of(0), lines, now - 2 * HOUR_MS)
  boxToPay(tx, of(1), lines, now - HOUR_MS)
  forgottenBox(tx, of(2), lines, now - 60 * DAY_MS)
  boxBeingPaid(tx, of(3), lines, now)
  for (let nth = 0; nth < UNDER_WAY; nth++) boxUnderWay(tx, of(4 + nth), lines, now)
  canceledBox(tx, of(7), lines, now)
  refundedBox(tx, of(8), lines, now)
  disputedBox(tx, of(9), lines, now)
}

/** What keeps, and what no test of the last unit looks at. */
const pantryLines = (db: Db) => linesOf(db, ['soldier-beans', 'smoked-trout-tin', 'brisket-rub'], 2)

function cart(tx: Tx, { userId }: Regular, lines: Line[], at: Instant) {
  const names = { token: chance.token(), identifier: `DW-${chance.readable(8)}` }
  const row = { ...names, userId, createdAt: at, updatedAt: at }
  addLines(tx, tx.insert(orders).values(row).returning({ id: orders.id }).get().id, lines, at)
}

function boxToPay(tx: Tx, regular: Regular, lines: Line[], at: Instant): number {
  const id = addBox(tx, regular, nearestDay(tx, regular, at), at)
  addLines(tx, id, lines, at)
  return id
}

function forgottenBox(tx: Tx, regular: Regular, lines: Line[], at: Instant) {
  const id = boxToPay(tx, regular, lines, at)
  tx.update(orders).set({ state: 'expired' }).where(eq(orders.id, id)).run()
}

/** Held as a checkout holds it; when nobody pays, the first minutes of the shop let it go. */
function boxBeingPaid(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const order = orderById(tx, boxToPay(tx, regular, lines, now))
  const ready = readiness(tx, order, now)
  if (!ready.ok) throw new Error(`the demo's box cannot be paid: ${ready.refusal.message}`)
  const { fcId, day, totals } = ready
  const held = { orderId: order.id, fcId, now, expiresAt: now + HOLD_MS }
  placeDayHold(tx, { ...held, shipOn: day.shipOn })
  const wanted = lines.map(({ offer, quantity }) => ({ offerId: offer.id, quantity }))
  holdUnits(tx, { id: order.id, fcId }, wanted, now, held.expiresAt)
  const promise = { ...totals, ...promiseOf(fcId, day), holdExpiresAt: held.expiresAt }
  advanceOrder(tx, order, { ...promise, state: 'payment_pending', updatedAt: now })
}

/** On the last truck that has left. */
function boxUnderWay(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 10 * DAY_MS
  const today = dayIn(servedZone(tx, regular.place.zip).fc.zone, now)
  const day = openWeekdays(tx, regular.place.zip, at).findLast(({ shipOn }) => shipOn < today)
  bringBox(tx, regular, lines, { state: 'shipped', day: day ?? nearestDay(tx, regular, at), at })
}

function canceledBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 11 * DAY_MS
  const box = bringBox(tx, regular, lines, { state: 'canceled', day: nearestDay(tx, regular, at), at })
  giveBack(tx, box, at + HOUR_MS)
}

function refundedBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 40 * DAY_MS
  const box = bringBox(tx, regular, lines, { state: 'refunded', day: nearestDay(tx, regular, at), at })
  giveBack(tx, box, at + 9 * DAY_MS)
}

function disputedBox(tx: DurableTx, regular: Regular, lines: Line[], now: Instant) {
  const at = now - 35 * DAY_MS
  const { id } = bringBox(tx, regular, lines, { state: 'review', day: nearestDay(tx, regular, at), at })
  const detail = 'The bank says that the card’s owner does not know this charge.'
  const flag = { key: `dispute:${id}`, orderId: id, reason: 'dispute', detail, createdAt: now - 5 * DAY_MS }
  tx.insert(staffFlags).values(flag).run()
}

/** The whole of what was paid, back to the card. */
function giveBack(tx: Tx, { id, totalCents }: { id: number; totalCents: number }, at: Instant) {
  tx.update(payments).set({ status: 'refunded' }).where(eq(payments.orderId, id)).run()
  tx.insert(moneyMovements)
    .values({ orderId: id, kind: 'refund', amountCents: totalCents, reference: `re_demo_${id}`, at })
    .run()
}
