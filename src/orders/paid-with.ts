import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { payments } from '#db/schema/index.ts'

export function cardOf(db: Db, orderId: number): { brand: string; last4: string } | null {
  const paid = db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.status, ['succeeded', 'refunded']),
        isNotNull(payments.cardLast4), // only an accepted payment has a card
      ),
    )
    .get()
  return paid?.brand && paid.last4 ? { brand: paid.brand, last4: paid.last4 } : null
}
