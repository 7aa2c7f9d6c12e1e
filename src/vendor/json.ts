import { iso } from '../privacy/iso.ts'
import { lotJson } from '../stock/lot-list.ts'
import type { FarmMovement, ShelfItem } from './shelf.ts'

export const shelfJson = (item: ShelfItem) => ({
  bid_item_token: item.token,
  name: item.name,
  label: item.label,
  price_cents: item.priceCents,
  price_per_pound_cents: item.poundCents,
  proposed_price_cents: item.proposedCents,
  paused: item.pausedAt !== null,
  on_hand: item.onHand,
  reserved: item.reserved,
  available: item.available,
  sold_this_week: item.soldInWeek,
  sold_in_four_weeks: item.soldInFourWeeks,
  waiting: item.waiting,
  centers: item.centers.map(({ center, name, onHand, reserved }) => ({
    center,
    name,
    on_hand: onHand,
    reserved,
  })),
  lots: item.lots.map(lotJson),
  incoming: item.incoming.map(({ quantity, expectedOn }) => ({ quantity, expected_on: expectedOn })),
})

export const farmMovementJson = ({ at, delta, reason, note, center }: FarmMovement) => ({
  at: iso(at),
  change: delta,
  kind: reason,
  reason: note,
  center,
})
