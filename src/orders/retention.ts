import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import {
  draftOrders,
  isOpenOrder,
  membershipBoxes,
  moneyMovements,
  orders,
  payments,
  recurringConsents,
  staffFlags,
  storedCards,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { forgetTextsOf } from '../texts/forget.ts'
import { ERASED } from './erase.ts'
import { eraseClaims, eraseSurvey } from './erase-claims.ts'
import { eraseWaveBoxes } from './erase-wave-boxes.ts'
import { changeOpenOrder } from './open-order.ts'

/** Of an order that was never placed, its place is of no use either. */
const ALL_ERASED = { ...ERASED, deliveryCity: null, deliveryState: null, deliveryPostalCode: null }

/** Guests' boxes, and other orders that expired without being placed and still name a person. */
export function abandonedBoxes(tx: DurableTx, until: Instant, limit: number, now: Instant): number[] {
  const isGuests = and(isNull(orders.userId), isNull(orders.membershipId), isOpenOrder)
  const isPersonal = or(
    isNotNull(orders.email),
    isNotNull(orders.deliveryName),
    isNotNull(orders.giftRecipientName),
  )
  return tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isNull(orders.placedAt),
        lt(orders.updatedAt, until),
        or(isGuests, and(sql`state = 'expired'`, isPersonal)),
        // A skipped box can come back until it locks.
        or(isNull(orders.membershipId), lt(orders.lockAt, now)),
        hasNo(tx, payments, eq(payments.status, 'open')),
        isUnpaidBox,
      ),
    )
    .limit(limit)
    .all()
    .map(({ id }) => id)
}

export function endAbandonedBoxes(tx: DurableTx, ids: number[], now: Instant) {
  for (const order of tx.select().from(orders).where(inArray(orders.id, ids)).all()) {
    changeOpenOrder(tx, order, now)
    const ended = { ...ALL_ERASED, state: 'expired', sessionHash: null, updatedAt: now } as const
    tx.update(orders).set(ended).where(eq(orders.id, order.id)).run()
  }
}

/** A box of a corporate gift that is paid for waits for staff, who place it or give its money back. */
const isUnpaidBox = sql`orders.id not in (select order_id from gift_boxes
  where order_id is not null and state in ('placing', 'failed'))`

/** An order with payments, consents or flags stays for the books, without the person. */
export function expiredOrders(tx: DurableTx, until: Instant, limit: number): number[] {
  const isUnused = [
    payments,
    moneyMovements,
    recurringConsents,
    storedCards,
    staffFlags,
    membershipBoxes,
  ].map((table) => hasNo(tx, table))
  return tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.placedAt), lt(orders.updatedAt, until), sql`state = 'expired'`, ...isUnused))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}

export const deleteExpiredOrders = (tx: DurableTx, ids: number[]) =>
  void tx.delete(orders).where(inArray(orders.id, ids)).run()

export const oldGuestOrders = (tx: DurableTx, until: Instant, limit: number): number[] =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.userId), isNotNull(orders.email), lt(orders.placedAt, until)))
    .limit(limit)
    .all()
    .map(({ id }) => id)

/** City, state and ZIP stay: sales tax is reported by them. */
export function eraseGuests(tx: DurableTx, ids: number[], now: Instant) {
  eraseWaveBoxes(tx, ids)
  forgetTextsOf(tx, ids)
  eraseClaims(tx, ids)
  eraseSurvey(tx, ids)
  tx.update(draftOrders).set({ consentWords: null }).where(inArray(draftOrders.orderId, ids)).run()
  tx.update(orders)
    .set({ ...ERASED, personReleasedAt: now })
    .where(inArray(orders.id, ids))
    .run()
}

type Referring =
  | typeof payments
  | typeof moneyMovements
  | typeof recurringConsents
  | typeof storedCards
  | typeof staffFlags
  | typeof membershipBoxes

const hasNo = (tx: DurableTx, table: Referring, which?: ReturnType<typeof eq>) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(table.orderId, orders.id), which)),
  )
