import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  type Delivery,
  deliveries,
  deliveryLines,
  farms,
  lots,
  offers,
  receiptLines,
  receipts,
  stock,
  varieties,
} from '#db/schema/index.ts'
import { expectedLines } from '../stock/check-in.ts'

const RECEIVED_SHOWN = 20

export type DeliveryLine = ReturnType<typeof linesOf>[number]
export type DeliveryView = ReturnType<typeof deliveryView>

/** Those expected first, by day; then the latest that arrived. */
export function listDeliveries(db: Db, fcId: number): DeliveryView[] {
  const isHere = eq(deliveries.fcId, fcId)
  const open = db
    .select()
    .from(deliveries)
    .where(and(isHere, ne(deliveries.state, 'received')))
    .orderBy(asc(deliveries.expectedOn), asc(deliveries.id))
    .all()
  const received = db
    .select()
    .from(deliveries)
    .where(and(isHere, eq(deliveries.state, 'received')))
    .orderBy(desc(deliveries.expectedOn), desc(deliveries.id))
    .limit(RECEIVED_SHOWN)
    .all()
  return [...open, ...received].map((delivery) => deliveryView(db, delivery))
}

/** A delivery with its lines, what was counted, and the lots that its farm already has here. */
export function deliveryView(db: Db, delivery: Delivery) {
  const farm = db.select().from(farms).where(eq(farms.id, delivery.farmId)).get()
  return {
    ...delivery,
    farm: farm?.name ?? '',
    farmState: farm?.state ?? '',
    lines: linesOf(db, delivery.id),
    counted: countedLines(db, delivery.id),
  }
}

function linesOf(db: Db, deliveryId: number) {
  const progress = new Map(expectedLines(db, deliveryId).map((line) => [line.offerId, line]))
  return db
    .select({
      offerId: offers.id,
      token: offers.token,
      name: varieties.name,
      label: offers.label,
      expected: deliveryLines.expected,
      closedAt: deliveryLines.closedAt,
    })
    .from(deliveryLines)
    .innerJoin(offers, eq(offers.id, deliveryLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(deliveryLines.deliveryId, deliveryId))
    .orderBy(asc(varieties.name), asc(offers.position))
    .all()
    .map((line) => ({ ...line, received: progress.get(line.offerId)?.received ?? 0 }))
}

export type CountedRow = ReturnType<typeof countedLines>[number]

export const countedLines = (db: Db, deliveryId: number) =>
  db
    .select({
      receiptId: receipts.id,
      at: receipts.at,
      temperatureF: receipts.temperatureF,
      token: offers.token,
      name: varieties.name,
      label: offers.label,
      lot: lots.code,
      bestBy: lots.bestBy,
      shelf: stock.shelf,
      quantity: receiptLines.quantity,
      reason: receiptLines.reason,
    })
    .from(receipts)
    .innerJoin(receiptLines, eq(receiptLines.receiptId, receipts.id))
    .innerJoin(offers, eq(offers.id, receiptLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .leftJoin(lots, eq(lots.id, receiptLines.lotId))
    .innerJoin(deliveries, eq(deliveries.id, receipts.deliveryId))
    .leftJoin(stock, and(eq(stock.offerId, receiptLines.offerId), eq(stock.fcId, deliveries.fcId)))
    .where(eq(receipts.deliveryId, deliveryId))
    .orderBy(asc(receipts.id), asc(receiptLines.id))
    .all()

/** Lots of these offers in the center, to choose from instead of typing a code that is already there. */
export const knownLots = (db: Db, fcId: number, offerIds: number[]) =>
  db
    .select({ offerId: lots.offerId, code: lots.code, bestBy: lots.bestBy })
    .from(lots)
    .where(and(eq(lots.fcId, fcId), eq(lots.state, 'open'), inArray(lots.offerId, offerIds)))
    .orderBy(desc(lots.id))
    .limit(50)
    .all()

/** An offer by its token, with its farm. */
export const offerWithFarm = (db: Db, token: string) =>
  db
    .select({
      id: offers.id,
      farmId: farms.id,
      name: sql<string>`${varieties.name} || ', ' || ${offers.label}`,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(offers.token, token))
    .get() ?? null

export const deliveryJson = (view: DeliveryView) => ({
  delivery_id: view.id,
  farm: view.farm,
  expected_on: view.expectedOn,
  state: view.state,
  lines: view.lines.map(({ token, name, label, expected, received, closedAt }) => ({
    bid_item_token: token,
    name,
    label,
    expected,
    received,
    done: closedAt !== null,
  })),
  received: view.counted.map(({ receiptId, token, lot, shelf, quantity, bestBy, reason }) => ({
    receipt_id: receiptId,
    bid_item_token: token,
    lot,
    shelf,
    quantity,
    best_by: bestBy,
    reason,
  })),
})
