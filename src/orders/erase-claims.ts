import { eq, inArray, lt } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { claimPhotos, claims, surveyResponses } from '#db/schema/index.ts'

/** What the shopper wrote and photographed. What it was about, and what it cost, stays for the books. */
export function eraseClaims(tx: Tx, orderIds: number[]) {
  const ofOrders = tx.select({ id: claims.id }).from(claims).where(inArray(claims.orderId, orderIds))
  tx.delete(claimPhotos).where(inArray(claimPhotos.claimId, ofOrders)).run()
  tx.update(claims).set({ note: '', words: '' }).where(inArray(claims.orderId, orderIds)).run()
}

/** What a member told us about themselves. */
export const eraseSurvey = (tx: Tx, orderIds: number[]) =>
  void tx.delete(surveyResponses).where(inArray(surveyResponses.orderId, orderIds)).run()

/** Photos are kept as long as a bank may ask for evidence. */
export const oldClaimPhotos = (tx: Tx, until: number, limit: number): number[] =>
  tx
    .select({ id: claimPhotos.id })
    .from(claimPhotos)
    .innerJoin(claims, eq(claims.id, claimPhotos.claimId))
    .where(lt(claims.answeredAt, until))
    .limit(limit)
    .all()
    .map(({ id }) => id)

export const endClaimPhotos = (tx: Tx, ids: number[]) =>
  void tx.delete(claimPhotos).where(inArray(claimPhotos.id, ids)).run()
