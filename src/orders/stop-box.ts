import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { releaseDayHold, unbookShipDay } from '../delivery/calendar-facts.ts'
import { closeOrderFlags } from '../flags/flags.ts'
import type { FlagKind } from '../flags/kinds.ts'
import { returnPromotion } from '../pricing/promotions.ts'
import { returnUnits } from '../stock/return-units.ts'
import { releaseUnits } from '../stock/stock.ts'
import { advanceOrder } from './advance-order.ts'
import { endAgreementIn } from './agreement.ts'
import { orderById } from './orders.ts'
import { reopenClaim } from './replacement.ts'
import { holdForReview } from './review.ts'

/**
 * Ends an order whose box is still in the center: its units, its place on the ship day, its promotion
 * and its reward are free again, and no later box is charged. The money is the caller's.
 * @returns false if the box has left
 */
export function stopBox(tx: DurableTx, order: Order, state: 'canceled' | 'refunded', now: Instant): boolean {
  const { id, fcId, shipOn } = order
  if (!isInCenter(order) || fcId === null || shipOn === null) return false
  if (order.state === 'in_wave') holdForReview(tx, order, now)
  advanceOrder(tx, orderById(tx, id), { state, updatedAt: now })
  releaseUnits(tx, id) // for a change that waited for its money
  releaseDayHold(tx, id)
  returnUnits(tx, { id, fcId }, now)
  unbookShipDay(tx, { fcId, shipOn })
  returnPromotion(tx, id)
  endAgreementIn(tx, order, now)
  reopenClaim(tx, id)
  closeOrderFlags(tx, id, SETTLED_FLAGS, 'The order was canceled.', now)
  return true
}

/** What they ask for is done with the order. A dispute is still to be answered. */
const SETTLED_FLAGS: FlagKind[] = [
  'fraud_warning',
  'recalled_lot',
  'first_order_card',
  'card_not_kept',
  'address_unverified',
  'address_unconfirmed',
]

/** Packed at most. */
export const isInCenter = ({ state }: Order) => state === 'paid' || state === 'in_wave' || state === 'review'
