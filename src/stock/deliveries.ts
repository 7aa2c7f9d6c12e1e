import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type Delivery,
  deliveries,
  deliveryLines,
  deliveryPresses,
  farms,
  offers,
  varieties,
} from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'

type Announcement = {
  fcId: number
  /** Of this farm; the caller has checked it. */
  offerId: number
  farmId: number
  quantity: number
  expectedOn: Day
  userId: number
  /** Of the form: announced again, it changes nothing. Without one, each announcement counts. */
  press?: string | null
}

export type Announced = { deliveryId: number; quantity: number; isNew: boolean }

/** A farm brings one delivery a day to a center: what is announced later joins it, unless it has begun to arrive. */
export function announceDelivery(tx: DurableTx, announcement: Announcement, now: Instant): Announced {
  const { fcId, farmId, offerId, quantity, expectedOn, userId, press } = announcement
  const earlier = press ? announcedBefore(tx, press, offerId) : null
  if (earlier) return earlier
  const isSame = and(
    eq(deliveries.fcId, fcId),
    eq(deliveries.farmId, farmId),
    eq(deliveries.expectedOn, expectedOn),
    eq(deliveries.state, 'expected'),
  )
  const { id: deliveryId } =
    tx.select({ id: deliveries.id }).from(deliveries).where(isSame).get() ??
    tx
      .insert(deliveries)
      .values({ fcId, farmId, expectedOn, userId, createdAt: now })
      .returning({ id: deliveries.id })
      .get()
  const line = tx
    .insert(deliveryLines)
    .values({ deliveryId, offerId, expected: quantity })
    .onConflictDoUpdate({
      target: [deliveryLines.deliveryId, deliveryLines.offerId],
      set: { expected: sql`${deliveryLines.expected} + ${quantity}` },
    })
    .returning({ expected: deliveryLines.expected })
    .get()
  if (press) tx.insert(deliveryPresses).values({ press, deliveryId, at: now }).run()
  return { deliveryId, quantity: line.expected, isNew: true }
}

function announcedBefore(db: Db, press: string, offerId: number): Announced | null {
  const found = db
    .select({ deliveryId: deliveryPresses.deliveryId, expected: deliveryLines.expected })
    .from(deliveryPresses)
    .leftJoin(
      deliveryLines,
      and(eq(deliveryLines.deliveryId, deliveryPresses.deliveryId), eq(deliveryLines.offerId, offerId)),
    )
    .where(eq(deliveryPresses.press, press))
    .get()
  return found ? { deliveryId: found.deliveryId, quantity: found.expected ?? 0, isNew: false } : null
}

type Correction = {
  deliveryId: number
  farmId: number
  offerToken: string
  /** 0: it doesn't come after all. */
  quantity: number
  /** What the page showed. */
  seen: number
}

export type Corrected =
  | { ok: true; was: { offerId: number; fcId: number; expectedOn: Day; quantity: number }; isNew: boolean }
  | { ok: false; code: 'unknown' | 'changed' | 'begun' }

/** Until the first pack is counted at the dock. A delivery of which nothing is left is gone. */
export function correctAnnounced(tx: DurableTx, correction: Correction): Corrected {
  const { deliveryId, farmId, offerToken, quantity, seen } = correction
  const found = tx
    .select({ line: deliveryLines, delivery: deliveries })
    .from(deliveryLines)
    .innerJoin(deliveries, eq(deliveries.id, deliveryLines.deliveryId))
    .innerJoin(offers, eq(offers.id, deliveryLines.offerId))
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.farmId, farmId), eq(offers.token, offerToken)))
    .get()
  if (!found) return { ok: false, code: 'unknown' }
  const { line, delivery } = found
  if (delivery.state !== 'expected') return { ok: false, code: 'begun' }
  const { fcId, expectedOn } = delivery
  const was = { offerId: line.offerId, fcId, expectedOn, quantity: line.expected }
  if (line.expected === quantity) return { ok: true, was, isNew: false }
  if (line.expected !== seen) return { ok: false, code: 'changed' }
  const isLine = eq(deliveryLines.id, line.id)
  if (quantity > 0) tx.update(deliveryLines).set({ expected: quantity }).where(isLine).run()
  else tx.delete(deliveryLines).where(isLine).run()
  const left = tx.select().from(deliveryLines).where(eq(deliveryLines.deliveryId, deliveryId)).limit(1).get()
  if (!left) tx.delete(deliveries).where(eq(deliveries.id, deliveryId)).run()
  return { ok: true, was, isNew: true }
}

/** What an offer's farm has announced and not yet brought, by day. */
export const incomingUnits = (db: Db, offerId: number) =>
  db
    .select({
      deliveryId: deliveries.id,
      fcId: deliveries.fcId,
      expectedOn: deliveries.expectedOn,
      quantity: sql<number>`max(0, ${deliveryLines.expected} - coalesce((
        select sum(receipt_lines.quantity) from receipts
        inner join receipt_lines on receipt_lines.receipt_id = receipts.id
        where receipts.delivery_id = ${deliveries.id} and receipt_lines.offer_id = ${offerId}), 0))`,
    })
    .from(deliveryLines)
    .innerJoin(deliveries, eq(deliveries.id, deliveryLines.deliveryId))
    .where(and(eq(deliveryLines.offerId, offerId), ne(deliveries.state, 'received'), sql`closed_at is null`))
    .orderBy(asc(deliveries.expectedOn), asc(deliveries.id))
    .all()

/** The farm of an offer. */
export const farmOfOffer = (db: Db, offerId: number) =>
  db
    .select({ id: farms.id, name: farms.name, state: farms.state })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(offers.id, offerId))
    .get() ?? null

export const deliveryAt = (db: Db, fcId: number, id: number): Delivery | null =>
  db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.fcId, fcId)))
    .get() ?? null
