import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { availableByOffer, type Shortage, shortagesOf } from '../stock/stock.ts'
import { namesOf, type OrderItem } from './items.ts'
import { membersOnlyItems } from './members-only.ts'
import { buyerOf } from './readiness.ts'
import { membersOnlySentence, shortageSentence, withdrawnSentence } from './rules.ts'
import { isOpen } from './states.ts'

export type Unsold = {
  sentences: string[]
  /** What staff filled, only they can change. */
  isChangedInCart: boolean
}

/**
 * What `readiness` would refuse, item by item and before the shopper pays; null if all can be bought. Boxes of
 * memberships swap what sold out.
 */
export function unsoldIn(
  db: Db,
  order: Order,
  items: OrderItem[],
  postalCode: string | null,
  now: Instant,
): Unsold | null {
  if (!isOpen(order.state) || order.membershipId !== null || items.length === 0) return null
  const withdrawn = items.filter(({ hidden }) => hidden)
  const sold = items.filter(({ hidden }) => !hidden)
  const closed = membersOnlyItems(db, order, sold)
  const offered = sold.filter((item) => !closed.includes(item))
  const short = shortagesIn(db, order, offered, order.fcId ?? centerFor(db, postalCode), now)
  const sentences = [
    ...namesOf(withdrawn).map(withdrawnSentence),
    ...namesOf(closed).map(membersOnlySentence),
    ...offered.flatMap(({ offerId, name, label }) => {
      const shortage = short.find((one) => one.offerId === offerId)
      return shortage ? [shortageSentence(`${name}, ${label}`, shortage.available)] : []
    }),
  ]
  return sentences.length > 0 ? { sentences, isChangedInCart: order.draftedAt === null } : null
}

function shortagesIn(
  db: Db,
  order: Order,
  items: OrderItem[],
  fcId: number | null,
  now: Instant,
): Shortage[] {
  if (fcId !== null) return shortagesOf(db, buyerOf(order, fcId), items, now)
  const offerIds = items.map(({ offerId }) => offerId)
  const anywhere = availableByOffer(db, offerIds, null, now, order.id)
  return items.flatMap(({ offerId, quantity }) => {
    const available = anywhere.get(offerId) ?? 0
    return available < quantity ? [{ offerId, available }] : []
  })
}
