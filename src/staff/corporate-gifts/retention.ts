import { inArray, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { giftBoxes } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'

/** Lines of a file that never became an order. */
export const oldTypedLines = (tx: DurableTx, until: Instant, limit: number): number[] =>
  tx
    .all<{ id: number }>(sql`
      select gift_boxes.id from gift_boxes join corporate_gifts on corporate_gifts.id = gift_id
      where typed is not null and corporate_gifts.created_at < ${until} limit ${limit}`)
    .map(({ id }) => id)

export const endTypedLines = (tx: DurableTx, ids: number[]) =>
  void tx.delete(giftBoxes).where(inArray(giftBoxes.id, ids)).run()
