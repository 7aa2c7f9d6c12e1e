import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { draftOrders, extraCharges, type Order, orderNotes, orders } from '#db/schema/index.ts'
import { addDays, DAY_MS, type Instant } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { forgetTextsOf } from '../texts/forget.ts'
import { eraseClaims, eraseSurvey } from './erase-claims.ts'
import { eraseCardPeople, eraseCardRecipient, lastSendAt } from './erase-gift-cards.ts'
import { eraseRecipientOfBoxes, eraseWaveBoxes } from './erase-wave-boxes.ts'
import { releaseMembership } from './memberships.ts'
import { changeOpenOrder } from './open-order.ts'
import { orderById } from './orders.ts'
import { keepRecallContacts } from './recall-contacts.ts'
import { withdrawConsent } from './recurring.ts'
import { isOpen } from './states.ts'

/** A box can be refunded for this long after its arrival. Until then we must know who received it. */
const NEEDED_DAYS = 30

/** Whose data: an account's, and what guests ordered with an email address that the person has verified. */
export type OrderOwner = { userId: number | null; email: string | null }

export const ordersOf = (db: Db, { userId, email }: OrderOwner): Order[] =>
  [
    ...(userId === null ? [] : ordersWhere(db, eq(orders.userId, userId))),
    ...(email === null
      ? []
      : ordersWhere(db, and(isNull(orders.userId), sql`lower(${orders.email}) = ${email}`))),
  ].sort((left, right) => left.id - right.id)

const ordersWhere = (db: Db, where: SQL | undefined) => db.select().from(orders).where(where).all()

export type ScheduledErasure = { orderId: number; token: string; at: Instant }

/**
 * Sales and taxes stay for the books. A box in transit, or one that may still be refunded, keeps its address until
 * `NEEDED_DAYS` after its arrival. @returns the erasures left to do, and when
 */
export const releasePersonFromOrders = (tx: DurableTx, whose: OrderOwner, now: Instant): ScheduledErasure[] =>
  ordersOf(tx, whose).flatMap((order) => {
    if (isOpen(order.state)) changeOpenOrder(tx, order, now)
    withdrawConsent(tx, order.id, now)
    forgetTextsOf(tx, [order.id])
    releaseMembership(tx, order.id, now)
    const state = isOpen(order.state) ? ('expired' as const) : order.state
    tx.update(orders)
      .set({ state, userId: null, sessionHash: null, personReleasedAt: now, updatedAt: now })
      .where(eq(orders.id, order.id))
      .run()
    return eraseUnlessNeeded(tx, order, now)
  })

/** Erases an order that was kept, unless an account has claimed it since. A later arrival date postpones it. */
export function eraseKeptOrder(tx: DurableTx, orderId: number, now: Instant): ScheduledErasure[] {
  const order = orderById(tx, orderId)
  return order.userId === null ? eraseUnlessNeeded(tx, order, now) : []
}

function eraseUnlessNeeded(tx: Tx, order: Order, now: Instant): ScheduledErasure[] {
  const at = Math.max(neededUntil(order), cardsNeededUntil(tx, order.id))
  if (at > now) return [{ orderId: order.id, token: order.token, at }]
  erasePerson(tx, order.id)
  return []
}

/** Until a gift card has gone out, and for as long after it as a box. */
function cardsNeededUntil(tx: Tx, orderId: number): Instant {
  const sendAt = lastSendAt(tx, orderId)
  return sendAt === null ? 0 : sendAt + NEEDED_DAYS * DAY_MS
}

const neededUntil = ({ placedAt, arrivalOn }: Order): Instant => {
  if (placedAt === null) return 0
  return arrivalOn === null
    ? placedAt + NEEDED_DAYS * DAY_MS
    : instantOf(addDays(arrivalOn, NEEDED_DAYS), 0, SHOP_ZONE)
}

/** Removes a gift recipient from the orders that others placed for them. */
export function eraseRecipient(tx: Tx, email: string) {
  // The index has only orders with a recipient.
  const ofRecipient = and(
    isNotNull(orders.giftRecipientEmail),
    sql`lower(${orders.giftRecipientEmail}) = ${email}`,
  )
  const given = tx.select({ id: orders.id }).from(orders).where(ofRecipient).all()
  keepRecallContacts(
    tx,
    given.map(({ id }) => id),
  )
  const erased = tx
    .update(orders)
    .set({ giftRecipientName: null, giftRecipientEmail: null })
    .where(and(ofRecipient, isNotNull(orders.placedAt)))
    .returning({ id: orders.id })
    .all()
  eraseRecipientOfBoxes(
    tx,
    erased.map(({ id }) => id),
  )
  eraseRecipientOfChanges(tx, email)
  eraseCardRecipient(tx, email)
}

/** Of edits that wait for their money. A change without its row isn't made, so its money goes back. */
const eraseRecipientOfChanges = (tx: Tx, email: string) =>
  tx
    .delete(extraCharges)
    .where(sql`lower(${extraCharges.change} ->> '$.wish.gift.recipientEmail') = ${email}`)
    .run()

/** City, state and ZIP stay: sales tax is reported by them. */
function erasePerson(tx: Tx, orderId: number) {
  keepRecallContacts(tx, [orderId])
  const { changes } = tx
    .update(orders)
    .set(ERASED)
    .where(and(eq(orders.id, orderId), isNull(orders.userId)))
    .run()
  if (changes !== 1) return
  eraseWaveBoxes(tx, [orderId])
  eraseCardPeople(tx, orderId)
  eraseClaims(tx, [orderId])
  eraseSurvey(tx, [orderId])
  tx.delete(orderNotes).where(eq(orderNotes.orderId, orderId)).run()
  tx.update(draftOrders).set({ consentWords: null }).where(eq(draftOrders.orderId, orderId)).run()
}

export const ERASED = {
  email: null,
  providerCustomerId: null,
  deliveryName: null,
  deliveryStreet1: null,
  deliveryStreet2: null,
  deliveryPhone: null,
  giftRecipientName: null,
  giftRecipientEmail: null,
  giftMessage: null,
} satisfies Partial<Order>
