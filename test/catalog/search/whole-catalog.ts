import type { Db } from '#db/client.ts'
import { seedCatalog } from '#src/demo/seed-catalog.ts'
import { NOW } from '../../support/now.ts'
import { asTx } from '../../support/tx.ts'

/** Puts the demo's whole catalog on the shelves; what is there stays itself. */
export const fillCatalog = (db: Db) => seedCatalog(asTx(db), NOW)
