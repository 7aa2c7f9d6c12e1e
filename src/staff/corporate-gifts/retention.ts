import { sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import type { Instant } from '../../day.ts'

/** Lines of a file that never became an order. @returns how many */
export const endTypedLines = (tx: DurableTx, until: Instant, limit: number): number =>
  tx.run(sql`delete from gift_boxes where id in (
    select gift_boxes.id from gift_boxes join corporate_gifts on corporate_gifts.id = gift_id
    where typed is not null and corporate_gifts.created_at < ${until} limit ${limit})`).changes
