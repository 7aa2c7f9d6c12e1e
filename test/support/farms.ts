import { eq } from 'drizzle-orm'
import { farms } from '#db/schema/index.ts'
import { signedIn } from './account.ts'
import type { World } from './world.ts'

export const FARMER = 'vendor@example.com'
export const OTHER_FARMER = 'vendor2@example.com'

/** The farm of the demo's first farmer, and one of its offers with plenty of stock in the first center. */
export async function farmOf(shop: World) {
  const farm = shop.db.select().from(farms).where(eq(farms.id, 1)).get()
  if (!farm) throw new Error('no farm')
  const shelf = `/vendor/${farm.slug}/inventory`
  const farmer = await signedIn(shop, FARMER)
  const { items } = await (await farmer.call('GET', shelf)).json()
  const item = items.find(
    ({ centers, paused }: { centers: { on_hand: number }[]; paused: boolean }) =>
      !paused && (centers[0]?.on_hand ?? 0) >= 10,
  )
  const path = `${shelf}/${item.bid_item_token}`
  /** Without a verb, gets the offer. */
  const call = (verb?: string, fields: Record<string, unknown> = {}) =>
    verb ? farmer.call('POST', `${path}/${verb}`, fields) : farmer.call('GET', path)
  return { farm, farmer, shelf, path, item, call }
}
