import { and, eq, is } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db, Tx } from '#db/client.ts'
import { type FulfillmentCenter, fulfillmentCenters, postalZones } from '#db/schema/delivery.ts'
import * as schema from '#db/schema/index.ts'

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

/** Columns anywhere that name a center. */
const NAMING: SQLiteColumn[] = Object.values(schema)
  .filter((one) => is(one, SQLiteTable))
  .flatMap((table) => getTableConfig(table).foreignKeys)
  .map((key) => key.reference())
  .filter(({ foreignTable }) => foreignTable === fulfillmentCenters)
  .flatMap(({ columns }) => columns)

/** What still names a center: ZIP codes that it ships to, or anything that happened there. */
export function centerUse(db: Db, id: number): 'none' | 'zones' | 'records' {
  const naming = NAMING.filter((column) =>
    db.select({ id: column }).from(column.table).where(eq(column, id)).limit(1).get(),
  )
  const people = [schema.roles, schema.roleInvitations].some((table) =>
    db
      .select({ id: table.subjectId })
      .from(table)
      .where(and(eq(table.role, 'fulfillment'), eq(table.subjectId, id)))
      .limit(1)
      .get(),
  )
  if (people || naming.some(({ table }) => table !== postalZones)) return 'records'
  return naming.length > 0 ? 'zones' : 'none'
}

/** One that is left out goes, if nothing names it (`centerUse`). */
export function writeCenters(tx: Tx, centers: CenterSettings[]) {
  const before = centerSettings(tx)
  for (const { id } of before)
    if (id !== null && !centers.some((center) => center.id === id) && centerUse(tx, id) === 'none')
      tx.delete(fulfillmentCenters).where(eq(fulfillmentCenters.id, id)).run()
  for (const { id, ...columns } of centers) {
    if (id === null)
      tx.insert(fulfillmentCenters)
        .values({ ...columns, slug: freeSlug(tx, columns.name) })
        .run()
    else {
      const isRenamed = before.some((center) => center.id === id && center.name !== columns.name)
      // Its address follows its name until anything happens there.
      const slug = isRenamed && centerUse(tx, id) !== 'records' ? freeSlug(tx, columns.name) : undefined
      tx.update(fulfillmentCenters)
        .set({ ...columns, ...(slug && { slug }) })
        .where(eq(fulfillmentCenters.id, id))
        .run()
    }
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
