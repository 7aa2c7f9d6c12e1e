import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Membership, membershipBoxes, orders } from '#db/schema/index.ts'

/** Of the boxes that followed the first order. */
export function chargedSoFar(db: Db, { id }: Membership): number {
  return (
    db
      .select({ cents: sql<number>`coalesce(sum(${orders.totalCents}), 0)` })
      .from(membershipBoxes)
      .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
      .where(sql`${membershipBoxes.membershipId} = ${id} and ${membershipBoxes.state} = 'placed'`)
      .get()?.cents ?? 0
  )
}
