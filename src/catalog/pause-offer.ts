import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { offers } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Nobody can buy a paused offer. Boxes that are being paid keep what they hold. @returns false if it was so before */
export function setPaused(tx: DurableTx, offerId: number, isPaused: boolean, now: Instant): boolean {
  const offer = tx.select({ pausedAt: offers.pausedAt }).from(offers).where(eq(offers.id, offerId)).get()
  if (!offer || (offer.pausedAt !== null) === isPaused) return false
  tx.update(offers)
    .set({ pausedAt: isPaused ? now : null })
    .where(eq(offers.id, offerId))
    .run()
  return true
}
