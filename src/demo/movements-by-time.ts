import { sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'

/** Ledgers list movements by ID. The seeds add them kind by kind, so this renumbers them by time. */
export function sortMovementsByTime(tx: DurableTx) {
  tx.run(sql`update stock_movements set id = -sorted.place
    from (select id, row_number() over (order by at, id) as place from stock_movements) as sorted
    where sorted.id = stock_movements.id`)
  tx.run(sql`update stock_movements set id = -id`)
}
