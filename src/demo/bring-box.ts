import type { Db } from '#db/client.ts'
import { type OrderState, stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { bookShipDay } from '../delivery/calendar-facts.ts'
import { advanceOrder } from '../orders/advance.ts'
import { orderById } from '../orders/orders.ts'
import { promiseOf } from '../orders/prepare.ts'
import { beginRecurring } from '../orders/recurring.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { currentTotals } from '../pricing/facts.ts'
import { addBox, addLines, type Buyer, type Charge, enterPayment, type Line, servedZone } from './boxes.ts'

type Passed = {
  state: OrderState
  day: OpenDay
  at: Instant
  /** Where it was the first of a membership's: its rhythm, and what was agreed to. */
  recurring?: { period: RenewPeriod; words: string }
  charge?: Charge
}

/** Writes down a box that was placed at `at` and is in `state` by now, whatever lay between. */
export function bringBox(db: Db, buyer: Buyer, lines: Line[], passed: Passed) {
  const { state, day, at, recurring, charge } = passed
  const { fc } = servedZone(db, buyer.place.zip)
  const id = addBox(db, buyer, day, at)
  const lineIds = addLines(db, id, lines, at)
  if (recurring) beginRecurring(db, { id }, recurring.period, recurring.words, at)
  const order = orderById(db, id)
  const totals = currentTotals(db, order, at)
  advanceOrder(db, order, { ...totals, ...promiseOf(fc.id, day), state, placedAt: at, updatedAt: at })
  enterPayment(db, id, totals.totalCents, at, charge)
  if (state === 'canceled') {
    moveThrough(db, { id, fcId: fc.id }, lines, ['sold', 'returned'], at)
  } else {
    bookShipDay(db, { orderId: id, fcId: fc.id, shipOn: day.shipOn, now: at })
    moveThrough(db, { id, fcId: fc.id }, lines, ['received', 'sold'], at)
  }
  return { id, lineIds, totalCents: totals.totalCents }
}

type Reason = (typeof stockMovements.$inferInsert)['reason']

/** In the ledger alone: what a box took was delivered for it or came back, so the shelves stand as they did. */
function moveThrough(
  db: Db,
  { id, fcId }: { id: number; fcId: number },
  lines: Line[],
  reasons: [Reason, Reason],
  at: Instant,
) {
  const rows = reasons.flatMap((reason) =>
    lines.map(({ offer, quantity }) => ({
      offerId: offer.id,
      fcId,
      delta: reason === 'sold' ? -quantity : quantity,
      reason,
      orderId: reason === 'received' ? null : id,
      at,
    })),
  )
  db.insert(stockMovements).values(rows).run()
}
