import type { Db } from '#db/client.ts'
import { seedCatalog } from '#src/demo/seed-catalog.ts'
import { NOW } from '../../support/now.ts'
import { asTx } from '../../support/tx.ts'

/** Adds the demo's whole catalog; existing products stay as they are. */
export const fillCatalog = (db: Db) => seedCatalog(asTx(db), NOW)
