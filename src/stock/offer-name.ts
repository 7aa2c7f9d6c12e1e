import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, varieties } from '#db/schema/index.ts'

/** As in a sentence: 'Maple-smoked bacon, 12 oz'. */
export function offerName(db: Db, offerId: number): string | null {
  const found = db
    .select({ name: varieties.name, label: offers.label })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.id, offerId))
    .get()
  return found ? `${found.name}, ${found.label}` : null
}
