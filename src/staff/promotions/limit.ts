import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, type Promotion } from '#db/schema/index.ts'
import { GIVING_LIMITS } from '../giving-limits.ts'

/** Whether one use may take off more than one person may give of an order. */
export function needsSecondPerson(
  db: Db,
  { percent, amountCents, offerId }: Pick<Promotion, 'percent' | 'amountCents' | 'offerId'>,
): boolean {
  const cents = amountCents ?? (offerId === null ? 0 : priceOf(db, offerId))
  return (percent ?? 0) > GIVING_LIMITS.promotionPercent || cents > GIVING_LIMITS.orderCents
}

const priceOf = (db: Db, offerId: number): number =>
  db.select({ cents: offers.priceCents }).from(offers).where(eq(offers.id, offerId)).get()?.cents ?? 0
