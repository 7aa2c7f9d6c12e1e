import type { DurableTx, Tx } from '#db/client.ts'
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

/** The states a placed box passes through to where it is now. */
const STATES_TO = {
  shipped: ['paid', 'in_wave', 'shipped'],
  delivered: ['paid', 'in_wave', 'shipped', 'delivered'],
  canceled: ['paid', 'canceled'],
  refunded: ['paid', 'refunded'],
  review: ['paid', 'review'],
} as const satisfies Partial<Record<OrderState, readonly OrderState[]>>

type Passed = {
  state: keyof typeof STATES_TO
  day: OpenDay
  at: Instant
  /** Where it was the first of a membership's: its rhythm, and what was agreed to. */
  recurring?: { period: RenewPeriod; words: string }
  charge?: Charge
}

/** Writes down a box that was placed at `at` and is in `state` by now, whatever lay between. */
export function bringBox(tx: DurableTx, buyer: Buyer, lines: Line[], passed: Passed) {
  const { state, day, at, recurring, charge } = passed
  const { fc } = servedZone(tx, buyer.place.zip)
  const id = addBox(tx, buyer, day, at)
  const lineIds = addLines(tx, id, lines, at)
  if (recurring) beginRecurring(tx, { id }, recurring.period, recurring.words, at)
  let order = orderById(tx, id)
  const totals = currentTotals(tx, order, at)
  const promise = { ...totals, ...promiseOf(fc.id, day), placedAt: at, updatedAt: at }
  for (const next of STATES_TO[state]) order = advanceOrder(tx, order, { ...promise, state: next })
  enterPayment(tx, id, totals.totalCents, at, charge)
  if (state === 'canceled') {
    moveThrough(tx, { id, fcId: fc.id }, lines, ['sold', 'returned'], at)
  } else {
    bookShipDay(tx, { orderId: id, fcId: fc.id, shipOn: day.shipOn, now: at })
    moveThrough(tx, { id, fcId: fc.id }, lines, ['received', 'sold'], at)
  }
  return { id, lineIds, totalCents: totals.totalCents }
}

type Reason = (typeof stockMovements.$inferInsert)['reason']

/** In the ledger alone: what a box took was delivered for it or came back, so the shelves stand as they did. */
function moveThrough(
  tx: Tx,
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
  tx.insert(stockMovements).values(rows).run()
}
