import type { Db, DurableTx } from '#db/client.ts'

/** For tests that call one rule by itself on a database of their own: each statement then commits alone. */
export const asTx = (db: Db) => db as DurableTx
