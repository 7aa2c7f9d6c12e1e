import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type FulfillmentCenter, fulfillmentCenters } from '#db/schema/delivery.ts'

/** What staff may set of a center. */
export type CenterSettings = Omit<FulfillmentCenter, 'id' | 'slug' | 'carrier'> & {
  /** null: a new one */
  id: number | null
}

export const centerSettings = (db: Db): CenterSettings[] =>
  db
    .select()
    .from(fulfillmentCenters)
    .orderBy(fulfillmentCenters.id)
    .all()
    .map(({ slug: _, carrier: __, ...settings }) => settings)

/** None is ever removed: past orders, lots and stock name it. */
export function writeCenters(tx: Tx, centers: CenterSettings[]) {
  for (const { id, ...columns } of centers) {
    if (id === null)
      tx.insert(fulfillmentCenters)
        .values({ ...columns, slug: freeSlug(tx, columns.name) })
        .run()
    else tx.update(fulfillmentCenters).set(columns).where(eq(fulfillmentCenters.id, id)).run()
  }
}

function freeSlug(tx: Tx, name: string): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'center'
  const taken = new Set(
    tx
      .select({ slug: fulfillmentCenters.slug })
      .from(fulfillmentCenters)
      .all()
      .map((row) => row.slug),
  )
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
