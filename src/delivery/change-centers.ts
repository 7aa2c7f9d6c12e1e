import { eq, sql } from 'drizzle-orm'
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

/** What still names a center: ZIP codes that it ships to, or anything that happened there. */
export function centerUse(db: Db, id: number): 'none' | 'zones' | 'records' {
  const isNamed = (table: string, column: string) =>
    db.get(sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id} limit 1`) !==
    undefined
  const naming = db
    .all<{ name: string; column: string }>(sql`
      select tables.name as name, keys."from" as "column"
      from sqlite_master tables, pragma_foreign_key_list(tables.name) keys
      where tables.type = 'table' and keys."table" = 'fulfillment_centers'`)
    .filter(({ name, column }) => isNamed(name, column))
  const hasPeople =
    db.get(sql`select 1 from roles where role = 'fulfillment' and subject_id = ${id}
      union all select 1 from role_invitations where role = 'fulfillment' and subject_id = ${id}`) !==
    undefined
  if (hasPeople || naming.some(({ name }) => name !== 'postal_zones')) return 'records'
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
