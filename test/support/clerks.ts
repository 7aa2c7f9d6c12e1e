import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Order, orders } from '#db/schema/index.ts'
import { signedIn } from './account.ts'
import { closeWithFile } from './close-afterwards.ts'
import { type World, world } from './world.ts'

export const DALE = 'fulfillment@example.com'
export const PRIYA = 'fulfillment2@example.com'
/** The first center, where Dale works. */
export const CENTER = '/fulfillment/truckee-meadows'

/** A storage folder of its own: another test's clock may be days ahead and would expire these files. */
export function ownStorage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'))
  closeWithFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A shop, and the clerk of its first center. */
export async function centerShop() {
  const shop = await world({ config: { storagePath: ownStorage() } })
  return { shop, dale: await signedIn(shop, DALE) }
}

/** The first center's placed orders, by ship day. */
export const boxesAt = ({ db }: World): Order[] =>
  db
    .select()
    .from(orders)
    .where(eq(orders.fcId, 1))
    .orderBy(orders.shipOn, orders.id)
    .all()
    .filter(({ placedAt }) => placedAt !== null)

export const changeBox = ({ db }: World, { id }: Order, columns: Partial<Order>) =>
  db.update(orders).set(columns).where(eq(orders.id, id)).run()
