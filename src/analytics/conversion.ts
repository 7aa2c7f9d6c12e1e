import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Notes that the page has counted the purchase of a placed order. The first time stands; of others nothing is noted. */
export const noteConversion = (db: Db, orderId: number, conversionLoggedAt: Instant): Promise<void> =>
  quickly(db, (tx) => {
    tx.update(orders)
      .set({ conversionLoggedAt })
      .where(and(eq(orders.id, orderId), isNotNull(orders.placedAt), isNull(orders.conversionLoggedAt)))
      .run()
  })
