import { and, eq, isNull } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Order, orders, type RecurringConsent, recurringConsents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { currentTotals } from '../pricing/facts.ts'
import { changeOpenOrder, isPaymentInFlight } from './open-order.ts'
import { orderById } from './orders.ts'
import { DEFAULT_RENEW_PERIOD, isRenewPeriod, type RenewPeriod } from './recurring-rules.ts'
import { TERMS_VERSION } from './rules.ts'
import { isOpen } from './states.ts'

/** `period` as it was asked for; '' keeps the rhythm that the order has, or begins with the usual one. */
export type RecurringRequest = { recurring: boolean; period: string; words: string }

export type RecurringRefusal = 'unknown_rhythm' | 'gift_order' | 'being_paid'

export type RecurringChange =
  | { ok: true; period: RenewPeriod | null }
  | { ok: false; reason: 'order_placed' | RecurringRefusal }

/**
 * Makes an order the first of a membership's boxes, or a one-time box again. The wish is the consent to later charges,
 * kept in the words that stood beside it; another rhythm is another consent, and a one-time box has none. Asked for
 * again as it is, nothing changes; else what was prepared for payment is undone.
 */
export function setRecurring(
  db: Db,
  orderId: number,
  wish: RecurringRequest,
  now: Instant,
): Promise<RecurringChange> {
  return durably(db, (tx): RecurringChange => {
    const order = orderById(tx, orderId)
    if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
    if (wish.recurring && order.giftOrder) return { ok: false, reason: 'gift_order' }
    const asked = wish.period || order.renewPeriodType || DEFAULT_RENEW_PERIOD
    if (wish.recurring && !isRenewPeriod(asked)) return { ok: false, reason: 'unknown_rhythm' }
    const period = wish.recurring && isRenewPeriod(asked) ? asked : null
    if (stands(tx, order, period)) return { ok: true, period }
    if (isPaymentInFlight(order, now)) return { ok: false, reason: 'being_paid' }

    makeOneTime(tx, order, now)
    if (period) beginRecurring(tx, order, period, wish.words, now)
    return { ok: true, period }
  })
}

/** The consent that later boxes of an order may be charged by: given for its rhythm, and not withdrawn. */
export function activeConsent(db: Db, order: Order): RecurringConsent | null {
  const consent = db
    .select()
    .from(recurringConsents)
    .where(and(eq(recurringConsents.orderId, order.id), isNull(recurringConsents.withdrawnAt)))
    .get()
  return consent && consent.renewPeriodType === order.renewPeriodType ? consent : null
}

/** No later box follows, and what was agreed to is withdrawn. */
export function makeOneTime(tx: Tx, order: Order, now: Instant) {
  changeOpenOrder(tx, order, now)
  tx.update(orders).set({ recurring: false, renewPeriodType: null }).where(eq(orders.id, order.id)).run()
  withdrawConsent(tx, order.id, now)
}

/** Whatever was agreed to for later boxes is agreed to no more. */
export function withdrawConsent(tx: Tx, orderId: number, now: Instant) {
  tx.update(recurringConsents)
    .set({ withdrawnAt: now })
    .where(and(eq(recurringConsents.orderId, orderId), isNull(recurringConsents.withdrawnAt)))
    .run()
}

function stands(db: Db, order: Order, period: RenewPeriod | null): boolean {
  if (period === null) return !order.recurring
  return order.recurring && order.renewPeriodType === period && activeConsent(db, order) !== null
}

/** An open order becomes the first of a membership's boxes, with the consent to them. */
export function beginRecurring(
  tx: Tx,
  { id }: Pick<Order, 'id'>,
  renewPeriodType: RenewPeriod,
  words: string,
  now: Instant,
) {
  tx.update(orders).set({ recurring: true, renewPeriodType }).where(eq(orders.id, id)).run()
  const order = orderById(tx, id)
  tx.insert(recurringConsents)
    .values({
      orderId: id,
      userId: order.userId,
      renewPeriodType,
      words,
      priceCents: currentTotals(tx, order, now).totalCents,
      termsVersion: TERMS_VERSION,
      givenAt: now,
    })
    .run()
}
