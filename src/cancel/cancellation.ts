import type { Db } from '#db/client.ts'
import type { Order, OrderState } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { CHARGE_UNDER_WAY_SENTENCE } from '../orders/rules.ts'
import { BANK_DECIDES, type OrderShares, orderShares } from '../payments/refund-order.ts'
import { rewardOn } from '../pricing/rewards.ts'
import { openHold } from '../weather/holds.ts'

export type Cancellation =
  | { ok: true; shares: OrderShares; hasReward: boolean }
  | { ok: false; reason: string }

/** Whether its buyer may cancel a placed order now, and what goes back then. */
export function cancellationOf(db: Db, order: Order, now: Instant): Cancellation {
  const shares = orderShares(db, order.id)
  const reason = refusalOf(db, order, shares, now)
  return reason === null
    ? { ok: true, shares, hasReward: rewardOn(db, order.id) !== null }
    : { ok: false, reason }
}

function refusalOf(db: Db, order: Order, shares: OrderShares, now: Instant): string | null {
  if (order.state !== 'paid') return STATE_REASONS[order.state] ?? "This order isn't placed."
  if (order.shipOn === null) return ONLY_CARDS
  if (isPastCutOff(order, now) && !isHeld(db, order)) return "It's too late: we're about to pack your box."
  if (isBeingCharged(order, now)) return CHARGE_UNDER_WAY_SENTENCE
  return shares.isDecided ? null : BANK_DECIDES
}

const ONLY_CARDS =
  'This order has gift cards only. You can give back those that nobody spent, on the order’s page.'

const isPastCutOff = ({ lockAt }: Order, now: Instant) => lockAt === null || now >= lockAt

/** We delayed the box, so its buyer may cancel however late it is (16 CFR 435.2). */
function isHeld(db: Db, { id }: Order): boolean {
  const hold = openHold(db, id)
  return hold !== null && hold.shipAnywayAt === null
}

const STATE_REASONS: Partial<Record<OrderState, string>> = {
  in_wave: "We're already packing your box.",
  shipped: 'Your box is already on its way.',
  delivered: 'Your box has been delivered.',
  review: "We're reviewing this order.",
  canceled: 'This order was canceled before.',
  refunded: 'This order was refunded before.',
}
