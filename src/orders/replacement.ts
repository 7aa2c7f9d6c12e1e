import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { claims } from '#db/schema/index.ts'

/** The box was sent again for a claim. */
export const isReplacement = (db: Db, orderId: number): boolean =>
  db.select({ id: claims.id }).from(claims).where(eq(claims.reshipOrderId, orderId)).get() !== undefined

/**
 * The box that a claim was answered with doesn't come. Its lines can't be claimed a second time, so the claim waits for
 * another answer; the audit trail keeps the first one.
 */
export const reopenClaim = (tx: DurableTx, orderId: number) =>
  void tx
    .update(claims)
    .set({ answer: null, answeredAt: null, answeredBy: null, words: '' })
    .where(eq(claims.reshipOrderId, orderId))
    .run()
