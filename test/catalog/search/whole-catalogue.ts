import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms as farmTable, offers, varieties as varietyTable } from '#db/schema/index.ts'
import { farms } from '#src/demo/shelves/farms.ts'
import { varieties } from '#src/demo/shelves/varieties.ts'

/** Puts on the shelves what of the demo's catalogue is not there yet. */
export function fillShelves(db: Db) {
  for (const { landscape: _, inFirstShop: __, story, ...farm } of farms)
    db.insert(farmTable)
      .values({ ...farm, story: story.join('\n\n'), picture: `farm-${farm.slug}` })
      .onConflictDoNothing()
      .run()
  for (const { picture: _, offers: packs, nutrition, inFirstShop: __, farm, ...words } of varieties) {
    const farmId = db.select().from(farmTable).where(eq(farmTable.slug, farm)).get()!.id
    const added = db
      .insert(varietyTable)
      .values({ ...words, nutrition: { ...nutrition }, farmId, pictures: [] })
      .onConflictDoNothing()
      .returning({ id: varietyTable.id })
      .get()
    if (!added) continue
    packs.forEach(({ stock: _, serves, ...pack }, position) => {
      const token = `${words.slug}-${position}`.padEnd(22, 'x')
      db.insert(offers)
        .values({ ...pack, serves: String(serves), token, varietyId: added.id, position })
        .run()
    })
  }
}
