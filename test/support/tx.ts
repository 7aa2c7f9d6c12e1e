import type { Db, DurableTx } from '#db/client.ts'

/** For tests that call one rule directly on their own database: each statement then commits on its own. */
export const asTx = (db: Db) => db as DurableTx
