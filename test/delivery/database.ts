import { durably, openDatabase, serialize } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { loadReferenceData } from '#db/reference.ts'
import { loadDemoPlaces } from '#src/demo/demo-places.ts'

let template: Promise<Buffer> | undefined

/** A fresh database with centers, zones, holidays, ZIP codes and the demo's special places. */
export async function referenceDatabase() {
  template ??= prepare()
  return openDatabase(await template)
}

async function prepare() {
  const db = openDatabase(':memory:')
  migrateDatabase(db)
  await durably(db, (tx) => {
    loadReferenceData(tx)
    loadDemoPlaces(tx)
  })
  return serialize(db)
}
