import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { weatherHolds } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** The buyer chose a day, so the alert has nothing left to ask. */
export function endWeatherHold(tx: DurableTx, orderId: number, now: Instant) {
  tx.update(weatherHolds)
    .set({
      answeredAt: sql`iif(${weatherHolds.answer} is null, ${now}, ${weatherHolds.answeredAt})`,
      answer: sql`coalesce(${weatherHolds.answer}, 'kept')`,
      endedAt: now,
    })
    .where(and(eq(weatherHolds.orderId, orderId), isNull(weatherHolds.endedAt)))
    .run()
}
