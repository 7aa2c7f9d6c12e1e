import { and, eq, inArray, ne } from 'drizzle-orm'
import { closeDatabase, durably, openDatabase } from '#db/client.ts'
import { offers, stock, varieties } from '#db/schema/index.ts'

/** Sets the units of each of a variety's weights at the center that serves Seattle, with none elsewhere. */
export async function setStock(databasePath: string, slug: string, onHand: number) {
  const db = openDatabase(databasePath)
  const weights = db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, slug))
  await durably(db, (tx) => {
    tx.update(stock)
      .set({ onHand: 0 })
      .where(and(inArray(stock.offerId, weights), ne(stock.fcId, FIRST_CENTER)))
      .run()
    tx.update(stock)
      .set({ onHand })
      .where(and(inArray(stock.offerId, weights), eq(stock.fcId, FIRST_CENTER)))
      .run()
  })
  closeDatabase(db)
}

const FIRST_CENTER = 1
