import type { DurableTx, Tx } from '#db/client.ts'
import { type OrderState, stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { bookShipDay } from '../delivery/calendar-facts.ts'
import { instantOf } from '../delivery/zones.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { beginMembership } from '../orders/memberships.ts'
import { orderById } from '../orders/orders.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { beginRecurring } from '../orders/recurring.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { currentTotals } from '../pricing/facts.ts'
import {
  addBox,
  addLines,
  type Buyer,
  type ChargedCard,
  type Line,
  recordPayment,
  servedZone,
} from './boxes.ts'

const STATE_PATHS = {
  paid: ['paid'],
  shipped: ['paid', 'in_wave', 'shipped'],
  delivered: ['paid', 'in_wave', 'shipped', 'delivered'],
  canceled: ['paid', 'canceled'],
  refunded: ['paid', 'refunded'],
  review: ['paid', 'review'],
} as const satisfies Partial<Record<OrderState, readonly OrderState[]>>

/** Drivers come in the afternoon. */
const DOOR_HOUR = 15

type PlacedBox = {
  state: keyof typeof STATE_PATHS
  day: OpenDay
  at: Instant
  /** For the first box of a membership: its frequency and the wording the member agreed to. */
  recurring?: { period: RenewPeriod; words: string }
  charge?: ChargedCard
}

/** Adds a box that was placed at `at` and has reached `state`. */
export function addPlacedBox(tx: DurableTx, buyer: Buyer, lines: Line[], placed: PlacedBox) {
  const { state, day, at, recurring, charge } = placed
  const { fc } = servedZone(tx, buyer.address.zip)
  const id = addBox(tx, buyer, day, at)
  const lineIds = addLines(tx, id, lines, at)
  if (recurring) beginRecurring(tx, { id }, recurring.period, recurring.words, at)
  let order = orderById(tx, id)
  const totals = currentTotals(tx, order, at)
  const promised = { ...totals, ...deliveryColumns(fc.id, day), placedAt: at }
  const cameAt = instantOf(day.date, DOOR_HOUR, fc.zone)
  for (const next of STATE_PATHS[state])
    order = advanceOrder(tx, order, {
      ...promised,
      state: next,
      updatedAt: next === 'delivered' ? cameAt : at,
    })
  beginMembership(tx, order, at)
  recordPayment(tx, id, totals.totalCents, at, charge)
  if (state === 'canceled') {
    recordStockMovements(tx, { id, fcId: fc.id }, lines, ['sold', 'returned'], at)
  } else {
    bookShipDay(tx, { orderId: id, fcId: fc.id, shipOn: day.shipOn, now: at })
    recordStockMovements(tx, { id, fcId: fc.id }, lines, ['received', 'sold'], at)
  }
  return { id, fcId: fc.id, lineIds, totalCents: totals.totalCents }
}

type Reason = (typeof stockMovements.$inferInsert)['reason']

/** Writes to the ledger only: received and returned units cancel out what was sold, so stock stays the same. */
export function recordStockMovements(
  tx: Tx,
  { id, fcId }: { id: number; fcId: number },
  lines: { offer: Pick<Line['offer'], 'id'>; quantity: number }[],
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
