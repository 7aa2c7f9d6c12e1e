import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { broughtMoney, countedRefundCents, type Order, payments } from '#db/schema/index.ts'
import { spentGiftCents } from '../pricing/gift-cards.ts'
import { type PlacedTotals, paidCents, returnedBeforeCents } from '../pricing/placed-price.ts'

/** In cents, to cards and to gift cards with store credit. Also what is still on its way. */
export type Returned = {
  cardCents: number
  giftCents: number
  /** The part of `cardCents` that banks only held. */
  releasedCents?: number
}

type PaidOrder = Pick<Order, 'id'> & PlacedTotals

/** What a placed order charged its cards, as its page says. Null until it has a price. */
export const chargedCents = (db: Db, order: PaidOrder): number | null =>
  order.totalCents === null ? null : order.totalCents - returnedBefore(db, order).cardCents

/** What went back of a placed order's price. A lower price, as after an edit, is in its totals already. */
export function returnedOf(db: Db, order: Order): Returned {
  const { cardCents, giftCents, releasedCents = 0 } = sentBack(db, order)
  const before = returnedBefore(db, order)
  const ofCardCents = cardCents - before.cardCents
  return {
    cardCents: ofCardCents,
    ...(releasedCents > 0 && ofCardCents > 0 && { releasedCents: Math.min(releasedCents, ofCardCents) }),
    giftCents: giftCents - before.giftCents,
  }
}

/** The part of what went back that a lower price took its difference from: the price itself no longer has it. */
export function returnedBefore(db: Db, order: PaidOrder): Returned {
  const cents = Math.max(0, returnedBeforeCents(order))
  if (cents === 0) return { cardCents: 0, giftCents: 0 }
  const sent = sentBack(db, order)
  const cardCents = Math.min(cents, sent.cardCents)
  return { cardCents, giftCents: Math.min(cents - cardCents, sent.giftCents) }
}

/** What the cards paid and didn't get back. */
export const cardLeftCents = (db: Db, order: Order): number =>
  (order.totalCents ?? 0) - sentBack(db, order).cardCents

/** Whether all that it cost went back. Not of a box that cost nothing, such as one sent again. */
export function isPaidBack(db: Db, order: Order): boolean {
  const { cardCents, giftCents } = sentBack(db, order)
  const cents = paidCents(order)
  return cents > 0 && cardCents + giftCents >= cents
}

function sentBack(db: Db, order: PaidOrder): Returned {
  const totalCents = order.totalCents ?? 0
  const kept = keptStatement(db).get({ orderId: order.id })
  const cardCents = Math.max(0, totalCents - (kept?.cents ?? totalCents))
  const releasedCents = Math.min(cardCents, kept?.releasedCents ?? 0)
  return {
    cardCents,
    ...(releasedCents > 0 && { releasedCents }),
    giftCents: order.giftCents ? Math.max(0, order.giftCents - spentGiftCents(db, order.id)) : 0,
  }
}

/** By its payments. Null when no card paid. */
const keptStatement = oncePerDatabase((db) =>
  db
    .select({
      cents: sql<number | null>`sum(received_cents - ${countedRefundCents})`,
      releasedCents: sql<number | null>`sum(case
        when held_until is not null then ${countedRefundCents}
        else coalesce(received_cents - capture_cents, 0) end)`,
    })
    .from(payments)
    .where(and(eq(payments.orderId, sql.placeholder('orderId')), broughtMoney))
    .prepare(),
)
