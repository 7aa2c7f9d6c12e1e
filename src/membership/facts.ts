import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Membership, memberships, type RecurringConsent } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { agreementOf } from '../orders/agreement.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { storedCardOf } from '../payments/cards.ts'

export type MembershipFacts = {
  membership: Membership
  agreement: RecurringConsent | null
  firstOrder: { token: string; identifier: string }
  items: OrderItem[]
  card: { brand: string; last4: string } | null
  zone: string
  now: Instant
}

/** The ones that still send boxes come first. */
export const membershipsOf = (db: Db, userId: number): Membership[] =>
  db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(sql`${memberships.state} = 'canceled'`, desc(memberships.id))
    .all()

export function membershipFacts(db: Db, membership: Membership, now: Instant): MembershipFacts {
  const order = orderById(db, membership.firstOrderId)
  const card = storedCardOf(db, order)
  return {
    membership,
    agreement: agreementOf(db, order),
    firstOrder: { token: order.token, identifier: order.identifier },
    items: itemsOf(db, order.id),
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    zone: zoneOf(db, order.fcId ?? 0),
    now,
  }
}

export const membershipJson = ({ membership }: MembershipFacts) => ({
  token: membership.token,
  state: membership.state,
  renew_period_type: membership.renewPeriodType,
  next: null,
})
