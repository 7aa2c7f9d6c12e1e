import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type BoughtGiftCard, fulfillmentCenters, type Order } from '#db/schema/index.ts'
import type { OrderLineFacts, PlacedOrder } from '#views/orders/placed-order.ts'
import { formatCents } from '../money.ts'
import { deliveryWords } from '../pricing/bought-card-words.ts'
import { boughtCardsOf, cardsPaidWith } from '../pricing/bought-cards.ts'
import { type Gift, giftOn } from '../pricing/gifts.ts'
import type { Totals } from '../pricing/total.ts'
import { giftOf } from './gifting.ts'
import { itemsOf } from './items.ts'
import { laterCardOf } from './memberships.ts'
import { shownAddressOf } from './order-address.ts'
import { packedLots } from './packed-lots.ts'
import { cardsOf, isHeld, isOnlyHeld } from './paid-with.ts'
import { activeConsent } from './recurring.ts'
import { returnedBefore } from './returned-money.ts'
import { shownLines } from './shown-lines.ts'

export const giftFacts = ({ name, label, slug, farm, vendor, pictures, rewardId }: Gift): OrderLineFacts => ({
  name,
  label: `${label}, ${rewardId === null ? 'free with your membership' : 'your reward'}`,
  slug,
  farm,
  vendor,
  quantity: 1,
  totalCents: 0,
  byWeight: null,
  picture: pictures[0] ?? null,
})

export const cardFacts = (card: BoughtGiftCard): OrderLineFacts => ({
  name: card.deliveryMethod === 'box' ? 'Gift box' : 'Gift card',
  label:
    card.endedAt === null ? formatCents(card.amountCents) : `${formatCents(card.amountCents)}, given back`,
  slug: '',
  farm: deliveryWords(card),
  vendor: '',
  quantity: 1,
  totalCents: card.endedAt === null ? card.amountCents : card.keptCents,
  byWeight: null,
  picture: null,
  isGiftCard: true,
  isGiftBox: card.deliveryMethod === 'box',
})

/** Gift cards alone: no box, no day, no address but that of cards on paper. */
export type CardsOrder = Pick<
  PlacedOrder,
  'identifier' | 'email' | 'lines' | 'totals' | 'paidWith' | 'laterCards'
>

export function cardsOrder(db: Db, order: Order): CardsOrder {
  const [paidWith = null, ...laterCards] = cardsOf(db, order.id)
  const cards = boughtCardsOf(db, order.id)
  return {
    identifier: order.identifier,
    email: order.email ?? '',
    lines: cards.map(cardFacts),
    totals: frozenTotals(db, order),
    paidWith,
    laterCards,
  }
}

/** @throws when the order is not placed: it may have no date or total yet */
export function placedOrder(db: Db, order: Order): PlacedOrder {
  const { arrivalOn, lockAt, fcId, totalCents } = order
  if (arrivalOn === null || lockAt === null || fcId === null || totalCents === null) {
    throw new Error(`order ${order.id} is not placed`)
  }
  const gift = giftOn(db, order.id)
  const [paidWith = null, ...laterCards] = cardsOf(db, order.id)
  const lines = shownLines(db, order.id, itemsOf(db, order.id), packedLots(db, order))
  const frequency = order.recurring ? (activeConsent(db, order)?.renewPeriodType ?? null) : null
  const isMoneyHeld = lines.some(({ byWeight }) => byWeight !== null) && isHeld(db, order.id)
  return {
    identifier: order.identifier,
    email: order.email ?? '',
    lines: [...lines, ...(gift ? [giftFacts(gift)] : []), ...cardsPaidWith(db, order).map(cardFacts)],
    totals: frozenTotals(db, order),
    paidWith,
    isHeld: isMoneyHeld,
    isPartCharged: isMoneyHeld && !isOnlyHeld(db, order.id),
    laterCards,
    frequency,
    keptCard: frequency && laterCardOf(db, order),
    arrivesOn: arrivalOn,
    lockAt,
    zone: zoneOf(db, fcId),
    delivery: shownAddressOf(order),
    gift: giftOf(order),
  }
}

/** Frozen when the order was paid, and never computed again. Their rows add up to the total. */
export function frozenTotals(db: Db, order: Order): Totals {
  const before = returnedBefore(db, order)
  const giftCents = (order.giftCents ?? 0) - before.giftCents
  return {
    itemsCents: order.itemsCents ?? 0,
    promotionsCents: order.promotionsCents ?? 0,
    rewardsCents: order.rewardsCents ?? 0,
    shippingCents: order.shippingCents ?? 0,
    taxCents: order.taxCents ?? 0,
    giftCents,
    creditCents: Math.min(order.creditCents ?? 0, giftCents),
    boughtCardsCents: order.boughtCardsCents ?? 0,
    totalCents: (order.totalCents ?? 0) - before.cardCents,
  }
}

export function zoneOf(db: Db, fcId: number): string {
  const fc = zoneStatement(db).get({ fcId })
  if (!fc) throw new Error(`center ${fcId} is gone`)
  return fc.zone
}

const zoneStatement = oncePerDatabase((db) =>
  db
    .select({ zone: fulfillmentCenters.zone })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, sql.placeholder('fcId')))
    .prepare(),
)
