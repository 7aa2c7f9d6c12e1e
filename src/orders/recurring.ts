import { and, eq, isNull } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Order, orders, type RecurringConsent, recurringConsents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { currentTotals } from '../pricing/facts.ts'
import { firstOrderIdOf } from './memberships.ts'
import { changeOpenOrder, isPaymentInFlight } from './open-order.ts'
import { orderById } from './orders.ts'
import { DEFAULT_RENEW_PERIOD, isRenewPeriod, type RenewPeriod } from './recurring-rules.ts'
import { TERMS_VERSION } from './rules.ts'
import { isOpen } from './states.ts'

/** `period` as the shopper sent it; '' keeps the order's frequency, or starts with the default one. */
export type RecurringRequest = { recurring: boolean; period: string; words: string }

export type RecurringRefusal = 'unknown_rhythm' | 'gift_order' | 'being_paid' | 'membership_box' | 'draft'

export type RecurringChange =
  | { ok: true; period: RenewPeriod | null }
  | { ok: false; reason: 'order_placed' | RecurringRefusal }

/** The request is the consent to later charges, in the words that were shown. A new frequency needs a new one. */
export function setRecurring(
  db: Db,
  orderId: number,
  request: RecurringRequest,
  now: Instant,
): Promise<RecurringChange> {
  return durably(db, (tx): RecurringChange => {
    const order = orderById(tx, orderId)
    if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
    if (order.membershipId !== null) return { ok: false, reason: 'membership_box' }
    if (request.recurring && order.draftedAt !== null) return { ok: false, reason: 'draft' }
    if (request.recurring && order.giftOrder) return { ok: false, reason: 'gift_order' }
    const requested = request.period || order.renewPeriodType || DEFAULT_RENEW_PERIOD
    if (request.recurring && !isRenewPeriod(requested)) return { ok: false, reason: 'unknown_rhythm' }
    const period = request.recurring && isRenewPeriod(requested) ? requested : null
    if (isAlreadySet(tx, order, period)) return { ok: true, period }
    if (isPaymentInFlight(order, now)) return { ok: false, reason: 'being_paid' }

    makeOneTime(tx, order, now)
    if (period) beginRecurring(tx, order, period, request.words, now)
    return { ok: true, period }
  })
}

/** Later boxes may be charged only with a consent for the order's frequency that was not withdrawn. */
export function activeConsent(db: Db, order: Order): RecurringConsent | null {
  const consent = db
    .select()
    .from(recurringConsents)
    .where(
      and(eq(recurringConsents.orderId, agreedOrderId(db, order)), isNull(recurringConsents.withdrawnAt)),
    )
    .get()
  return consent && consent.renewPeriodType === order.renewPeriodType ? consent : null
}

/** A membership's later boxes rest on the consent given with its first order. */
export const agreedOrderId = (db: Db, { id, membershipId }: Order): number =>
  membershipId === null ? id : firstOrderIdOf(db, membershipId)

export function makeOneTime(tx: Tx, order: Order, now: Instant) {
  changeOpenOrder(tx, order, now)
  tx.update(orders).set({ recurring: false, renewPeriodType: null }).where(eq(orders.id, order.id)).run()
  withdrawConsent(tx, order.id, now)
}

/** Null if there was none, or it was withdrawn before. */
export const withdrawConsent = (tx: Tx, orderId: number, now: Instant): RecurringConsent | null =>
  tx
    .update(recurringConsents)
    .set({ withdrawnAt: now })
    .where(and(eq(recurringConsents.orderId, orderId), isNull(recurringConsents.withdrawnAt)))
    .returning()
    .get() ?? null

function isAlreadySet(db: Db, order: Order, period: RenewPeriod | null): boolean {
  if (period === null) return !order.recurring
  return order.recurring && order.renewPeriodType === period && activeConsent(db, order) !== null
}

export function beginRecurring(
  tx: Tx,
  { id }: Pick<Order, 'id'>,
  renewPeriodType: RenewPeriod,
  words: string,
  now: Instant,
) {
  tx.update(orders).set({ recurring: true, renewPeriodType }).where(eq(orders.id, id)).run()
  const order = orderById(tx, id)
  const { totalCents, boughtCardsCents } = currentTotals(tx, order, now)
  recordConsent(tx, order, { words, priceCents: totalCents - boughtCardsCents }, now) // cards don't come again
}

/** For the frequency that the order has. A renewed consent keeps the version of the terms that its words belong to. */
export function recordConsent(
  tx: Tx,
  { id: orderId, userId, renewPeriodType }: Order,
  given: Pick<RecurringConsent, 'words' | 'priceCents'> & Partial<Pick<RecurringConsent, 'termsVersion'>>,
  givenAt: Instant,
) {
  if (renewPeriodType === null) throw new Error(`order ${orderId} has no frequency`)
  tx.insert(recurringConsents)
    .values({ termsVersion: TERMS_VERSION, ...given, orderId, userId, renewPeriodType, givenAt })
    .run()
}
