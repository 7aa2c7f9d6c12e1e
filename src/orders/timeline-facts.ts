import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  boxShorts,
  claims,
  moneyMovements,
  type Order,
  offers,
  packingWaveOrders,
  packingWaves,
  payments,
  refunds,
  shipments,
  varieties,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { arrivalFacts } from './arrival-facts.ts'
import { changesOf } from './changes.ts'

export type TimelineFacts = ReturnType<typeof timelineFacts>

/** @throws when the order is not placed */
export function timelineFacts(db: Db, order: Order) {
  const { id, version, placedAt, lockAt, shipOn, arrivalOn, updatedAt } = order
  if (placedAt === null || lockAt === null || shipOn === null || arrivalOn === null)
    throw new Error(`order ${id} is not placed`)
  const read = statements(db)
  const ofOrder = { orderId: id }
  const movements = read.money.all(ofOrder)
  return {
    ...arrivalFacts(db, { ...order, arrivalOn }),
    version,
    placedAt,
    lockAt,
    shipOn,
    updatedAt,
    charge: firstCharge(movements, placedAt),
    changes: changesOf(db, id),
    giftReturns: giftReturnsOf(movements),
    refunds: read.refunds.all(ofOrder),
    shorts: read.shorts.all(ofOrder),
    wave: read.wave.get(ofOrder) ?? null,
    shipment: read.shipment.get(ofOrder) ?? null,
    claims: read.claims.all(ofOrder),
  }
}

type Movement = { kind: string; amountCents: number; at: Instant; wasHeld: boolean }

/** What was paid when the order was placed: edits and moves are charged later. */
function firstCharge(movements: Movement[], placedAt: Instant) {
  const ofGifts = movements.filter(({ kind, at }) => kind === 'gift_debit' && at <= placedAt)
  return {
    cardCents: movements.find(({ kind, at }) => kind === 'charge' && at <= placedAt)?.amountCents ?? 0,
    giftCents: ofGifts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    isHeld: movements.some(({ wasHeld }) => wasHeld),
  }
}

/** To all gift cards of the order together, by when it went back. */
function giftReturnsOf(movements: Movement[]) {
  const returns = new Map<Instant, number>()
  for (const { kind, amountCents, at } of movements)
    if (kind === 'gift_credit') returns.set(at, (returns.get(at) ?? 0) + amountCents)
  return [...returns].map(([at, giftCents]) => ({ at, giftCents }))
}

const orderId = sql.placeholder('orderId')

/**
 * The bank let go of it, when the rest of the held money was captured or by itself. A refund that is sent has the
 * provider's ID.
 */
const isReleased = sql<number>`${refunds.providerId} like 'lapsed:%' or (${refunds.providerId} is null
  and (${payments.heldUntil} is not null or (${payments.captureCents} is not null and ${refunds.status} = 'succeeded')))`

/** Whether the bank only held the money at first. */
const wasHeld = sql<number>`exists (select 1 from payments where order_id = ${orderId}
  and (held_until is not null or capture_cents is not null))`

/** The same for each claim of the order: nothing is left to claim. */
const isAllClaimed = sql<number>`not exists (select 1 from order_lines where order_id = ${orderId}
  and id not in (select order_line_id from claim_lines))`

const statements = oncePerDatabase((db) => ({
  money: db
    .select({
      kind: moneyMovements.kind,
      amountCents: moneyMovements.amountCents,
      at: moneyMovements.at,
      wasHeld: wasHeld.mapWith(Boolean),
    })
    .from(moneyMovements)
    .where(eq(moneyMovements.orderId, orderId))
    .orderBy(asc(moneyMovements.id))
    .prepare(),
  refunds: db
    .select({
      amountCents: refunds.amountCents,
      status: refunds.status,
      resolution: refunds.resolution,
      isReleased: isReleased.mapWith(Boolean),
      createdAt: refunds.createdAt,
      brand: payments.cardBrand,
      last4: payments.cardLast4,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))
    .prepare(),
  shorts: db
    .select({
      name: varieties.name,
      quantity: sql<number>`sum(${boxShorts.quantity})`,
      cardCents: sql<number>`sum(${boxShorts.cardCents})`,
      giftCents: sql<number>`sum(${boxShorts.giftCents})`,
      at: boxShorts.at,
    })
    .from(boxShorts)
    .innerJoin(offers, eq(offers.id, boxShorts.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(boxShorts.orderId, orderId))
    .groupBy(boxShorts.offerId, boxShorts.at) // paid and free packs have a row each
    .orderBy(sql`min(${boxShorts.id})`)
    .prepare(),
  wave: db
    .select({ createdAt: packingWaves.createdAt, packedAt: packingWaveOrders.packedAt })
    .from(packingWaveOrders)
    .innerJoin(packingWaves, eq(packingWaves.id, packingWaveOrders.waveId))
    .where(and(eq(packingWaveOrders.orderId, orderId), isNull(packingWaveOrders.endedAt)))
    .prepare(),
  shipment: db
    .select({
      at: shipments.shippedAt,
      carrier: shipments.carrier,
      trackingCode: shipments.trackingCode,
    })
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(desc(shipments.id))
    .prepare(),
  claims: db
    .select({
      id: claims.id,
      kind: claims.kind,
      names: sql<string>`(select group_concat(varieties.name, ', ') from claim_lines
        inner join order_lines on order_lines.id = order_line_id inner join offers on offers.id = offer_id
        inner join varieties on varieties.id = variety_id where claim_id = claims.id)`,
      photos: sql<number>`(select count(*) from claim_photos where claim_id = claims.id)`,
      isAllClaimed: isAllClaimed.mapWith(Boolean),
      createdAt: claims.createdAt,
      answer: claims.answer,
      answeredAt: claims.answeredAt,
      words: claims.words,
      cardCents: claims.cardCents,
      giftCents: claims.giftCents,
      creditCents: claims.creditCents,
    })
    .from(claims)
    .where(eq(claims.orderId, orderId))
    .orderBy(asc(claims.id))
    .prepare(),
}))
