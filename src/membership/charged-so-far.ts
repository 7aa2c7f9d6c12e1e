import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  broughtMoney,
  countedRefundCents,
  type Membership,
  membershipBoxes,
  payments,
} from '#db/schema/index.ts'

/**
 * What cards paid for the boxes that followed the first order and didn't get back. Null before the first of them is
 * charged: money that a bank only holds isn't.
 */
export function chargedSoFar(db: Db, { id }: Membership): number | null {
  const paid = db
    .select({
      cents: sql<number | null>`sum(received_cents - ${countedRefundCents})`,
    })
    .from(membershipBoxes)
    .innerJoin(payments, eq(payments.orderId, membershipBoxes.orderId))
    .where(
      and(
        eq(membershipBoxes.membershipId, id),
        sql`${membershipBoxes.state} = 'placed'`,
        broughtMoney,
        isNull(payments.heldUntil),
      ),
    )
    .get()
  return paid?.cents ?? null
}
