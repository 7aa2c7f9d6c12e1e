import { and, eq } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Offer, type Order, orderLines, type WantedLine } from '#db/schema/index.ts'
import { MAX_CART_LINES, quantityRefusal, quantitySentence } from '../cart/rules.ts'
import type { Instant } from '../day.ts'
import { recordBoxChanged } from '../orders/box-changed.ts'
import { itemsOf } from '../orders/items.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { orderTermsFor } from '../pricing/promised-terms.ts'
import { belowMinimumSentence } from '../pricing/sentences.ts'
import { sumItems } from '../pricing/total.ts'
import { availableUnits } from '../stock/stock.ts'
import { boxById, updateBox } from './boxes.ts'
import { type MembershipRefusal, problemOf } from './refusals.ts'
import { totalOf } from './totals.ts'

export type ItemChange =
  | { ok: true; totalCents: number }
  | { ok: false; reason: MembershipRefusal }
  | { ok: false; reason: 'refused'; message: string }

/** Sets how much of an offer the next box holds. A dearer total is agreed to by the change itself. */
export const setBoxItem = (
  db: Db,
  boxId: number,
  offer: Offer,
  quantity: number,
  now: Instant,
): Promise<ItemChange> =>
  durably(db, (tx): ItemChange => {
    const box = boxById(tx, boxId)
    const problem = box.state === 'planned' ? problemOf(tx, box, now) : 'locked'
    if (problem || box.orderId === null) return { ok: false, reason: problem ?? 'locked' }
    const order = orderById(tx, box.orderId)
    const items = itemsOf(tx, order.id)
    const message =
      quantityProblem(items, offer, quantity, orderTermsFor(tx, order, now).minimumCents) ??
      stockProblem(tx, order, items, offer, quantity, now)
    if (message) return { ok: false, reason: 'refused', message }
    const isLine = and(eq(orderLines.orderId, order.id), eq(orderLines.offerId, offer.id))
    if (quantity === 0) tx.delete(orderLines).where(isLine).run()
    else {
      const { id: offerId, priceCents, poundCents } = offer
      tx.insert(orderLines)
        .values({ orderId: order.id, offerId, quantity, priceCents, poundCents, addedAt: now })
        .onConflictDoUpdate({ target: [orderLines.orderId, orderLines.offerId], set: { quantity } })
        .run()
    }
    if (box.wanted) updateBox(tx, box.id, { wanted: withLine(box.wanted, offer.id, quantity) }, now)
    changeOpenOrder(tx, order, now)
    recordBoxChanged(tx, order, now)
    return { ok: true, totalCents: totalOf(tx, order.id, now) }
  })

const withLine = (wanted: WantedLine[], offerId: number, quantity: number): WantedLine[] => [
  ...wanted.filter((line) => line.offerId !== offerId),
  ...(quantity === 0 ? [] : [{ offerId, quantity }]),
]

type Items = ReturnType<typeof itemsOf>

/** A box that is below the minimum may be filled up bit by bit. */
function quantityProblem(items: Items, offer: Offer, quantity: number, minimumCents: number): string | null {
  if (quantity > 0) {
    const reason = quantityRefusal(offer, quantity, offer.maxQuantity)
    if (reason) return quantitySentence(reason, offer.maxQuantity, offer.minQuantity)
    if (items.length >= MAX_CART_LINES && !has(items, offer)) return 'Your box is full.'
  }
  const others = items.filter(({ offerId }) => offerId !== offer.id)
  const cents = sumItems(others) + offer.priceCents * quantity
  return cents < minimumCents && cents <= sumItems(items) ? belowMinimumSentence(cents, minimumCents) : null
}

/** Something new must be there. Of what the box has, there may be more by its day. */
function stockProblem(
  tx: Tx,
  { id, fcId }: Order,
  items: Items,
  offer: Offer,
  quantity: number,
  now: Instant,
) {
  if (quantity === 0 || fcId === null || has(items, offer)) return null
  const available = availableUnits(tx, offer.id, fcId, now, id)
  return available >= quantity ? null : 'That just sold out. Please choose something else.'
}

const has = (items: Items, { id }: Offer) => items.some(({ offerId }) => offerId === id)
