import { and, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Membership, membershipBoxes, orders } from '#db/schema/index.ts'
import { itemsOf } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { acceptPrices } from '../orders/readiness.ts'
import { chargeOf, FIRST_REMINDER_MS, LAST_REMINDER_MS } from './box-moments.ts'
import { boxById, NOTICE_MS, updateBox } from './boxes.ts'
import { addFreeItem } from './free-item.ts'
import type { Tended } from './move-box.ts'
import { announceBox } from './notices.ts'
import { totalOf } from './totals.ts'

/** What is due of announcing a box before its charge. */
export function remind(tx: DurableTx, tended: Tended) {
  const { box, order, now } = tended
  const charge = chargeOf(order)
  addFreeItem(tx, tended.membership, order, now)
  if (now >= charge - NOTICE_MS && order.pricesHeldAt === null) holdPrices(tx, tended)
  if (now >= charge - LAST_REMINDER_MS) return announceTotal(tx, tended, 'last')
  const { firstRemindedAt } = boxById(tx, box.id)
  if (now >= charge - FIRST_REMINDER_MS && firstRemindedAt === null) announceTotal(tx, tended, 'first')
}

/** A box that costs more than the last one is announced with both prices. A later increase doesn't touch it. */
function holdPrices(tx: DurableTx, { membership, box, order, now }: Tended) {
  acceptPrices(tx, itemsOf(tx, order.id))
  tx.update(orders).set({ pricesHeldAt: now }).where(eq(orders.id, order.id)).run()
  const previous = previousTotal(tx, membership)
  const totalCents = totalOf(tx, order.id, now)
  if (previous === null || totalCents <= previous || box.firstRemindedAt !== null) return
  updateBox(tx, box.id, { firstRemindedAt: now, remindedCents: totalCents }, now)
  announceBox(tx, box, { kind: 'price', totalCents, previousCents: previous }, now)
}

function announceTotal(tx: DurableTx, { box, order, now }: Tended, kind: 'first' | 'last') {
  if (kind === 'last' && box.lastRemindedAt !== null) return
  acceptPrices(tx, itemsOf(tx, order.id))
  const totalCents = totalOf(tx, order.id, now)
  const at =
    kind === 'last'
      ? { lastRemindedAt: now, firstRemindedAt: box.firstRemindedAt ?? now }
      : { firstRemindedAt: now }
  updateBox(tx, box.id, { ...at, remindedCents: totalCents }, now)
  announceBox(tx, box, { kind, totalCents }, now)
}

/** What the last box cost, or would have. */
function previousTotal(db: Db, membership: Membership): number | null {
  const placed = db
    .select({ totalCents: orders.totalCents })
    .from(membershipBoxes)
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .where(and(eq(membershipBoxes.membershipId, membership.id), sql`${membershipBoxes.state} = 'placed'`))
    .orderBy(sql`${membershipBoxes.number} desc`)
    .limit(1)
    .get()
  return placed ? placed.totalCents : orderById(db, membership.firstOrderId).totalCents
}
