import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { placeDayHold } from '../delivery/calendar-facts.ts'
import { holdGiftCents } from '../pricing/gift-cards.ts'
import { holdPromotion } from '../pricing/promotions.ts'
import { holdReward, removeRewardFromOrder } from '../pricing/rewards.ts'
import { holdUnits } from '../stock/stock.ts'
import { advanceOrder } from './advance-order.ts'
import { itemsOf } from './items.ts'
import { changeOpenOrder, isPaymentInFlight, releaseHeld } from './open-order.ts'
import { orderById } from './orders.ts'
import {
  acceptPrices,
  askingTo,
  buyerOf,
  priceRefusal,
  type Readiness,
  type Refusal,
  readiness,
  shortageRefusal,
} from './readiness.ts'
import { isOpen } from './states.ts'

export type Prepared = { ok: true; order: Order } | { ok: false; refusal: Refusal }

const ALREADY_PLACED: Refusal = { code: 'order_placed', message: 'This order has already been placed.' }
const JOINED: Refusal = {
  code: 'order_joined',
  message: 'We combined this box with the one in your account. Please check it before you continue.',
}

export const closedRefusal = ({ state }: Order): Refusal => (state === 'expired' ? JOINED : ALREADY_PLACED)

/**
 * PREPARE, the first of three phases, in one transaction: checks everything again, places the holds, freezes the
 * total. Repeating it extends the holds. Any other change to the order undoes it (`changeOpenOrder`).
 */
export function prepareOrder(
  db: Db,
  orderId: number,
  { now, holdSeconds, agreed }: { now: Instant; holdSeconds: number; agreed: boolean },
): Promise<Prepared> {
  const expiresAt = now + holdSeconds * 1000
  return durably(db, (tx): Prepared => {
    const order = agreeToTerms(tx, orderById(tx, orderId), agreed, now)
    if (!isOpen(order.state)) return { ok: false, refusal: closedRefusal(order) }

    const ready = readiness(tx, order, now)
    if (!ready.ok) return refused(tx, order, ready.refusal, now)

    const held = hold(tx, order, ready, now, expiresAt)
    if (held && order.state !== 'payment_pending') releaseHeld(tx, order.id) // what was held before the refusal
    if (held) return refused(tx, order, held, now)
    return { ok: true, order: freeze(tx, order, ready, now, expiresAt) }
  })
}

function agreeToTerms(tx: Tx, order: Order, agreed: boolean, now: Instant): Order {
  if (!agreed || order.termsAcceptedAt !== null || !isOpen(order.state)) return order
  agreeStatement(tx).run({ id: order.id, now })
  return { ...order, termsAcceptedAt: now }
}

const agreeStatement = oncePerDatabase((db) =>
  db
    .update(orders)
    .set({ termsAcceptedAt: sql`${sql.placeholder('now')}` })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * A refusal undoes an earlier preparation, except the one that a card is being charged for. After a price refusal, the
 * new prices count as seen.
 */
function refused(tx: Tx, order: Order, refusal: Refusal, now: Instant): Prepared {
  if (isPaymentInFlight(order, now)) return { ok: false, refusal }
  if (refusal.code === 'reward') removeRewardFromOrder(tx, order.id)
  if (order.state === 'payment_pending' || refusal.code === 'reward') changeOpenOrder(tx, order, now)
  if (refusal.code === 'price_changed') acceptPrices(tx, itemsOf(tx, order.id))
  return { ok: false, refusal }
}

/** For a refusal that shows the new total, so that the next attempt needs no price refusal of its own. */
export function acceptNewPrices(tx: Tx, order: Order, now: Instant) {
  const refusal = isOpen(order.state) ? priceRefusal(itemsOf(tx, order.id)) : null
  if (refusal) refused(tx, order, refusal, now)
}

type Ready = Extract<Readiness, { ok: true }>

function hold(tx: DurableTx, order: Order, ready: Ready, now: Instant, expiresAt: Instant): Refusal | null {
  const { extras, totals, delivery } = ready
  const refusal = delivery && holdBox(tx, order, { ...ready, delivery }, now, expiresAt)
  if (refusal) return refusal
  if (extras.promotion) holdPromotion(tx, order.id, expiresAt)
  if (extras.reward) holdReward(tx, order.id, expiresAt)
  if (extras.giftCards.length > 0) holdGiftCents(tx, order.id, totals.giftCents, now, expiresAt)
  return null
}

type ReadyBox = Ready & { delivery: NonNullable<Ready['delivery']> }

function holdBox(
  tx: DurableTx,
  order: Order,
  { items, wanted, delivery: { fcId, day } }: ReadyBox,
  now: Instant,
  expiresAt: Instant,
): Refusal | null {
  const dayHold = placeDayHold(tx, { orderId: order.id, fcId, shipOn: day.shipOn, now, expiresAt })
  if (!dayHold.ok)
    return askingTo('date_unavailable', 'That delivery date just filled up.', 'Please choose another one.')
  const units = holdUnits(tx, buyerOf(order, fcId), wanted, now, expiresAt)
  return units.ok ? null : shortageRefusal(order, items, units.shortages)
}

function freeze(
  tx: DurableTx,
  order: Order,
  { totals, delivery }: Ready,
  now: Instant,
  holdExpiresAt: Instant,
): Order {
  const frozen = { ...totals, ...(delivery ? deliveryColumns(delivery.fcId, delivery.day) : NO_DELIVERY) }
  return advanceOrder(tx, order, { ...frozen, state: 'payment_pending', holdExpiresAt, updatedAt: now })
}

export const NO_DELIVERY = { fcId: null, shipOn: null, lockAt: null, chargeAt: null, expedited: false }

export const deliveryColumns = (
  fcId: number,
  day: Pick<OpenDay, 'shipOn' | 'lockAt' | 'chargeAt' | 'expedited'>,
) => ({
  fcId,
  shipOn: day.shipOn,
  lockAt: day.lockAt,
  chargeAt: day.chargeAt,
  expedited: day.expedited,
})
