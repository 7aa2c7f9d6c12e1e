import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { payments } from '#db/schema/index.ts'

/** The one that placed the order. */
export function cardOf(db: Db, orderId: number): { brand: string; last4: string } | null {
  const paid = cardStatement(db).get({ orderId })
  return paid?.brand && paid.last4 ? { brand: paid.brand, last4: paid.last4 } : null
}

const cardStatement = oncePerDatabase((db) =>
  db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, sql.placeholder('orderId')),
        inArray(payments.status, ['succeeded', 'refunded']),
        isNotNull(payments.cardLast4), // only an accepted payment has a card
      ),
    )
    .orderBy(payments.attempt)
    .limit(1)
    .prepare(),
)
