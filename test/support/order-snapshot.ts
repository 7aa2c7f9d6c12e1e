import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activeConsent } from '#src/orders/recurring.ts'
import { NEXT_STATES } from '#src/orders/states.ts'
import { currentTotals } from '#src/pricing/facts.ts'
import { orderOf } from './buying.ts'

export type OrderSnapshot = ReturnType<typeof orderSnapshot>

/** Raw rows: a walk reads thousands of snapshots, and this is the fastest way. */
type Row = Record<string, string | number | null>

const rowsOf = (db: Db, table: string, orderId: number): Row[] =>
  db.all<Row>(sql`select * from ${sql.identifier(table)} where order_id = ${orderId}`)

/** Everything stored about an order, and its current total. */
export function orderSnapshot(db: Db, orderToken: string, now: number) {
  const order = orderOf(db, orderToken)
  const rows = (table: string) => rowsOf(db, table, order.id)
  return {
    order,
    totalCents: currentTotals(db, order, now).totalCents,
    lines: rows('order_lines'),
    promotions: rows('order_promotions'),
    giftCards: rows('order_gift_cards'),
    rewards: rows('order_rewards'),
    consents: rows('recurring_consents'),
    holds: rows('holds'),
    dayHolds: rows('day_holds'),
    openPayments: rows('payments').filter(({ status }) => status === 'open'),
  }
}

/** What a refusal must leave unchanged. Payment attempts are excluded: a refusal may end one. */
export const withoutAttempts = ({ openPayments: _, ...standing }: OrderSnapshot) => standing

/** What was bought and charged: once an order is placed, no checkout call may change any of this. */
export function boughtOf(db: Db, orderToken: string) {
  const order = orderOf(db, orderToken)
  const {
    version: _version,
    updatedAt: _updatedAt,
    conversionLoggedAt: _conversion,
    addressVerifiedAt: _verified,
    ...kept
  } = order
  // The delivery address may be corrected until the box is locked; the delivery page owns that.
  const bought = Object.entries(kept).filter(
    ([name]) => !/^(delivery|gift(Order|Recipient|Message))/.test(name),
  )
  const rows = (table: string) => rowsOf(db, table, order.id)
  return {
    order: Object.fromEntries(bought),
    lines: rows('order_lines'),
    promotions: rows('order_promotions'),
    giftCards: rows('order_gift_cards'),
    rewards: rows('order_rewards'),
    consents: rows('recurring_consents'),
    money: rows('money_movements'),
    payments: rows('payments'),
    cards: rows('stored_cards'),
  }
}

/** The invariants that an unplaced order violates, one sentence each. */
export function snapshotProblems(db: Db, after: OrderSnapshot, before: OrderSnapshot): string[] {
  const { order } = after
  const isHeld = order.state === 'payment_pending'
  const consent = activeConsent(db, order)
  const standing = after.consents.filter(({ withdrawn_at }) => withdrawn_at === null)
  const has = (name: string, isWrong: boolean) => (isWrong ? [name] : [])
  return [
    ...has(
      `it went from ${before.order.state} to ${order.state}`,
      before.order.state !== order.state && !NEXT_STATES[before.order.state].includes(order.state),
    ),
    ...has('it is held without a promise', isHeld !== (order.totalCents !== null)),
    ...has('it is held without an end', isHeld !== (order.holdExpiresAt !== null)),
    ...has('it is held at another total', isHeld && order.totalCents !== after.totalCents),
    ...has('its units are held without it', after.holds.length > 0 !== isHeld),
    ...has('its day is held without it', after.dayHolds.length > 0 !== isHeld),
    ...has('it is recurring without consent', order.recurring && !consent),
    ...has('it is not recurring, with consent', !order.recurring && standing.length > 0),
    ...has('it is a gift that recurs', order.giftOrder && order.recurring),
    ...has('it has more than one attempt', after.openPayments.length > 1),
    ...has(
      'its total changed and its version did not',
      before.totalCents !== after.totalCents && before.order.version >= order.version,
    ),
    ...has('it is placed', order.placedAt !== null),
  ]
}
