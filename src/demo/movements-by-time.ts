import { sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'

/** Ledgers list movements by ID, and the seeds add them kind by kind, so they are numbered anew by their time. */
export function sortMovementsByTime(tx: DurableTx) {
  tx.run(sql`update stock_movements set id = -sorted.place
    from (select id, row_number() over (order by at, id) as place from stock_movements) as sorted
    where sorted.id = stock_movements.id`)
  tx.run(sql`update stock_movements set id = -id`)
}
