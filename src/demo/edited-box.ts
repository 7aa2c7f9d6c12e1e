import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Order, orders, users } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { recordChange } from '../orders/changes.ts'
import { writeBox } from '../orders/edit/apply.ts'
import { changedLines } from '../orders/edit/box-lines.ts'
import { quoteEdit } from '../orders/edit/quote.ts'
import { receiveUnits } from '../stock/stock.ts'
import { firstPackLines, recordPayment } from './boxes.ts'

const CARD = { brand: 'visa', last4: '4242' }
const CHANGED_AFTER_MS = HOUR_MS

/** A box of the demo's shopper that has changed since it was placed, by a pack that its card paid for. */
export function seedEditedBox(tx: DurableTx, now: Instant) {
  const order = oldestBox(tx)
  const [added] = firstPackLines(tx, ['smoked-trout-tin'], 1)
  if (!order?.placedAt || order.fcId === null || !added) throw new Error('the demo’s shopper has no box')
  const at = order.placedAt + CHANGED_AFTER_MS
  const { id: offerId, token } = added.offer
  receiveUnits(tx, order.fcId, [{ offerId, quantity: 1 }], at, 'opening') // stock stays the same
  const answer = quoteEdit(tx, order, { items: [{ token, quantity: 1 }], gift: 'unchanged' }, now)
  if (!answer.ok) throw new Error(`the demo’s box can’t be edited: ${answer.refusal.message}`)
  const { box, differenceCents } = answer.quote
  writeBox(tx, order, box, 'unchanged', at)
  const totalCents = (order.totalCents ?? 0) + differenceCents
  const changed = advanceOrder(tx, order, { state: order.state, updatedAt: at, ...box.totals, totalCents })
  const charged = { flow: 'extra' as const, cardBrand: CARD.brand, cardLast4: CARD.last4, attempt: 2 }
  recordPayment(tx, order.id, differenceCents, at, charged)
  const lines = changedLines(box.lines).map(({ name, label, from, to }) => ({ name, label, from, to }))
  recordChange(
    tx,
    changed,
    { kind: 'edited', detail: { lines, card: CARD }, by: 'shopper', differenceCents },
    at,
  )
}

const oldestBox = (tx: DurableTx): Order | undefined =>
  tx
    .select({ order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(users.email, 'shopper@example.com'), eq(orders.state, 'paid'), isNotNull(orders.placedAt)))
    .orderBy(asc(orders.placedAt))
    .get()?.order
