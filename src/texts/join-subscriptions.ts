import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { textMessages, textSubscriptions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endSubscription } from './ending.ts'

/**
 * For two merged accounts of one person. Texts stay on only if neither account turned them off. Otherwise, texts queued
 * for the morning are dropped; texts already sent stay on record.
 */
export function joinTextSubscriptions(tx: DurableTx, from: number, into: number, now: Instant) {
  const [theirs, own] = [from, into].map((userId) =>
    tx.select().from(textSubscriptions).where(eq(textSubscriptions.userId, userId)).get(),
  )
  if (!theirs) return
  if (!own) {
    tx.update(textSubscriptions).set({ userId: into }).where(eq(textSubscriptions.id, theirs.id)).run()
    return
  }
  const isOff = theirs.state === 'off' || own.state === 'off'
  if (isOff && own.state !== 'off') endSubscription(tx, own, 'person', now)
  if (theirs.state !== 'off' && (isOff || theirs.phone !== own.phone))
    endSubscription(tx, theirs, 'person', now)
  tx.update(textMessages)
    .set({ subscriptionId: own.id })
    .where(eq(textMessages.subscriptionId, theirs.id))
    .run()
  tx.delete(textSubscriptions).where(eq(textSubscriptions.id, theirs.id)).run()
}
