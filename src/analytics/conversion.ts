import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Only the first time counts (ORD-3). */
export const recordConversion = (db: Db, orderId: number, conversionLoggedAt: Instant): Promise<void> =>
  quickly(db, (tx) => {
    tx.update(orders)
      .set({ conversionLoggedAt })
      .where(and(eq(orders.id, orderId), isNotNull(orders.placedAt), isNull(orders.conversionLoggedAt)))
      .run()
  })
