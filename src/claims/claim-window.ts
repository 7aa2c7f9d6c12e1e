import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { lastClaimDayOf } from '../orders/claim-days.ts'
import { doorZoneOf } from '../orders/door-zone.ts'
import { isClaimable } from '../orders/rules.ts'
import { hasShipped } from '../shipping/scanned-boxes.ts'

export type ClaimWindow = { state: 'open'; until: Day } | { state: 'early' } | { state: 'over'; until: Day }

/** Open for 14 days after delivery, and from the promised day on if the box hasn't come. Days end at its door. */
export function claimWindow(db: Db, order: Order, now: Instant): ClaimWindow {
  const { arrivalOn, fcId } = order
  if (arrivalOn === null || fcId === null) return { state: 'early' }
  const today = dayIn(doorZoneOf(db, order), now)
  // A refund in the provider's dashboard also ends an order whose box never left.
  const isRefunded = order.state === 'refunded' && hasShipped(db, order.id)
  if (!isRefunded && !isClaimable(order.state, arrivalOn, today)) return { state: 'early' }
  const until = lastClaimDayOf(db, order, arrivalOn)
  return today <= until ? { state: 'open', until } : { state: 'over', until }
}
