import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { packingScans } from '#db/schema/index.ts'

/** What a scan or a press did that was here before. */
export const packingScan = (db: Db, scanId: string) =>
  db.select().from(packingScans).where(eq(packingScans.scanId, scanId)).get()

export const keepScan = (tx: DurableTx, scan: typeof packingScans.$inferInsert) =>
  tx.insert(packingScans).values(scan).run()
