import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopVersions } from '#db/schema/index.ts'
import { lookAgain } from '#src/shop-settings/kept.ts'

/** After a test wrote to a settings table itself: what staff save is seen at once. */
export function settingsSaved(db: Db) {
  db.update(shopVersions)
    .set({ version: sql`${shopVersions.version} + 1` })
    .run()
  lookAgain(db)
}
