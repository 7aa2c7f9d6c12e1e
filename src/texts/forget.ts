import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { textMessages, textSubscriptions } from '#db/schema/index.ts'

/** When the person goes from their orders, the number and the texts go too, and no more are sent. */
export function forgetTextsOf(tx: Tx, orderIds: number[]) {
  tx.delete(textSubscriptions).where(inArray(textSubscriptions.orderId, orderIds)).run()
  tx.delete(textMessages).where(inArray(textMessages.orderId, orderIds)).run()
}
