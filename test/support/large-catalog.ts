import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { offers, varieties } from '#db/schema/index.ts'

/** Adds copies of the ribeye, each with one out-of-stock weight: `copy-0`, `copy-1` … */
export function addCopies(db: Db | Tx, from: number, to: number) {
  const model = db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()!
  for (let number = from; number < to; number++) {
    const { id: varietyId } = db
      .insert(varieties)
      .values({ ...model, id: undefined, slug: `copy-${number}` })
      .returning()
      .get()
    const weight = { label: '1 lb', serves: '2', weightGrams: 454, priceCents: 900, position: 0 }
    const token = `copy${String(number).padStart(18, '0')}`
    db.insert(offers)
      .values({ ...weight, token, varietyId })
      .run()
  }
}
