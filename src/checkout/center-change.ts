import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Order, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { ServedZone } from '../delivery/postal-zones.ts'
import { type BundleInOrder, bundlesOf, removeBundlesWith } from '../orders/bundles.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { looseUnits } from '../pricing/total.ts'
import { shortagesOf } from '../stock/stock.ts'
import { sha256 } from '../tokens.ts'

/** `bundles` hold the item and can't be filled there, so they are taken out whole. */
export type Shortage = { item: OrderItem; available: number; bundles: BundleInOrder[] }

/** Only for a new center: the payment step reports shortages at the order's own. */
export function shortagesAt(db: Db, order: Order, fcId: number, now: Instant): Shortage[] {
  if (fcId === order.fcId) return []
  const items = itemsOf(db, order.id)
  return shortagesOf(db, { id: order.id, fcId }, items, now).flatMap(({ offerId, available }) => {
    const item = items.find((line) => line.offerId === offerId)
    if (!item) return []
    const bundles = available < item.bundledQuantity ? bundlesWith(db, order.id, offerId) : []
    return [{ item, available, bundles }]
  })
}

const bundlesWith = (db: Db, orderId: number, offerId: number) =>
  bundlesOf(db, orderId).filter(({ items }) => items.some((item) => item.offerId === offerId))

function emptiesBox(db: Db, order: Order, shortages: Shortage[]): boolean {
  if (shortages.length === 0) return false
  const isShort = (offerId: number) => shortages.some(({ item }) => item.offerId === offerId)
  const lost = new Set(shortages.flatMap(({ bundles }) => bundles.map(({ id }) => id)))
  if (bundlesOf(db, order.id).some(({ id }) => !lost.has(id))) return false
  const staysWhole = itemsOf(db, order.id).some((item) => looseUnits(item) > 0 && !isShort(item.offerId))
  return !staysWhole && shortages.every(({ item, available }) => looseLeft(item, available) === 0)
}

/** What remains of the units that were bought one by one. */
const looseLeft = (item: OrderItem, available: number): number =>
  available >= item.minQuantity ? Math.min(available, looseUnits(item)) : 0

export function centerChangeRefusal(
  db: Db,
  order: Order,
  zone: ServedZone,
  shortages: Shortage[],
  shownFcId: number | null,
) {
  const isNew = shownFcId !== null && zone.fc.id !== shownFcId
  if (!isNew && shortages.length === 0) return null
  const items = shortages.map(lossWords)
  const emptied = emptiesBox(db, order, shortages) ? ' That would leave your box empty.' : ''
  const loss =
    items.length > 0 ? ` We'd have to remove what isn't in stock there: ${items.join('; ')}.${emptied}` : ''
  const facts = `${order.id}:${zone.zip}:${zone.fc.id}:${shortages.map(({ item, available }) => `${item.id}=${available}`)}`
  return {
    type: 'fc_changed' as const,
    message: `Boxes to ${zone.zip} ship from ${zone.fc.city}, ${zone.fc.state}.${loss}`,
    version: sha256(facts).slice(0, 22),
    items,
  }
}

function lossWords({ item, available, bundles }: Shortage): string {
  const words = `${item.name}, ${item.label}${available > 0 ? ` (only ${available} left)` : ''}`
  return bundles.length > 0 ? `${words}, and with it ${bundles.map(({ name }) => name).join(' and ')}` : words
}

export function removeShortage(tx: Tx, order: Order, { item, available }: Shortage) {
  if (available < item.bundledQuantity) removeBundlesWith(tx, order.id, item.offerId)
  const isLine = and(eq(orderLines.orderId, order.id), eq(orderLines.offerId, item.offerId))
  const line = tx.select().from(orderLines).where(isLine).get()
  if (!line) return
  const loose = available - line.bundledQuantity
  const quantity = line.bundledQuantity + (loose >= item.minQuantity ? Math.min(loose, looseUnits(line)) : 0)
  if (quantity === 0) tx.delete(orderLines).where(isLine).run()
  else tx.update(orderLines).set({ quantity }).where(isLine).run()
}
