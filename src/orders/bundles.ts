import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import {
  farms,
  type OrderBundle,
  offers,
  orderBundleItems,
  orderBundles,
  orderLines,
  varieties,
} from '#db/schema/index.ts'
import { centsOfUnits } from '../pricing/bundle-shares.ts'

/*
 * A bundle in an order (CAT-8). An order has one line per offer, whose units are those bought one by one and those of
 * bundles. Stock, holds, lots, packing and files read quantities and need to know nothing of bundles; prices read the
 * line's two bundled columns, which this file keeps in step with the bundles' items.
 */

type Share = { offerId: number; quantity: number; cents: number }

const statements = oncePerDatabase((db) => ({
  ofOrder: db
    .select()
    .from(orderBundles)
    .where(eq(orderBundles.orderId, sql.placeholder('orderId')))
    .orderBy(orderBundles.id)
    .prepare(),
  items: db
    .select({
      orderBundleId: orderBundleItems.orderBundleId,
      offerId: orderBundleItems.offerId,
      quantity: orderBundleItems.quantity,
      cents: orderBundleItems.cents,
      token: offers.token,
      label: offers.label,
      name: varieties.name,
      slug: varieties.slug,
      pictures: varieties.pictures,
      farm: farms.name,
      vendor: farms.slug,
    })
    .from(orderBundles)
    .innerJoin(orderBundleItems, eq(orderBundleItems.orderBundleId, orderBundles.id))
    .innerJoin(offers, eq(offers.id, orderBundleItems.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(orderBundles.orderId, sql.placeholder('orderId')))
    .orderBy(orderBundles.id, sql`order_bundle_items.rowid`)
    .prepare(),
}))

export function bundlesOf(db: Db, orderId: number) {
  const rows = statements(db).ofOrder.all({ orderId })
  if (rows.length === 0) return []
  const items = statements(db).items.all({ orderId })
  return rows.map((bundle) => ({
    ...bundle,
    items: items.filter(({ orderBundleId }) => orderBundleId === bundle.id),
  }))
}

export type BundleInOrder = ReturnType<typeof bundlesOf>[number]

/** What it costs now: its price, less what was short. */
export const bundleCents = ({ items }: Pick<BundleInOrder, 'items'>): number =>
  items.reduce((sum, { cents }) => sum + cents, 0)

export const bundleUnits = ({ items }: Pick<BundleInOrder, 'items'>): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

type NewLine = { priceCents: number; poundCents: number | null; addedAt: number }

/** Puts what a bundle holds in place of what it held. `lineOf` says what a new line begins with. */
export function fillBundle(
  tx: Tx,
  { id, orderId }: Pick<OrderBundle, 'id' | 'orderId'>,
  shares: Share[],
  lineOf: (offerId: number) => NewLine,
) {
  emptyBundle(tx, { id, orderId })
  for (const { offerId, quantity, cents } of shares) {
    tx.insert(orderBundleItems).values({ orderBundleId: id, offerId, quantity, cents }).run()
    tx.insert(orderLines)
      .values({
        ...lineOf(offerId),
        orderId,
        offerId,
        quantity,
        bundledQuantity: quantity,
        bundledCents: cents,
      })
      .onConflictDoUpdate({
        target: [orderLines.orderId, orderLines.offerId],
        set: {
          quantity: sql`${orderLines.quantity} + excluded.quantity`,
          bundledQuantity: sql`${orderLines.bundledQuantity} + excluded.bundled_quantity`,
          bundledCents: sql`${orderLines.bundledCents} + excluded.bundled_cents`,
        },
      })
      .run()
  }
}

/** Its units leave the order's lines; units bought one by one stay. */
function emptyBundle(tx: Tx, { id, orderId }: Pick<OrderBundle, 'id' | 'orderId'>) {
  const items = tx.delete(orderBundleItems).where(eq(orderBundleItems.orderBundleId, id)).returning().all()
  for (const item of items) takeFromLine(tx, orderId, item)
}

export function removeBundle(tx: Tx, bundle: Pick<OrderBundle, 'id' | 'orderId'>) {
  emptyBundle(tx, bundle)
  tx.delete(orderBundles).where(eq(orderBundles.id, bundle.id)).run()
}

export function removeBundlesWith(tx: Tx, orderId: number, offerId: number) {
  const holding = bundlesOf(tx, orderId).filter(({ items }) => items.some((item) => item.offerId === offerId))
  for (const bundle of holding) removeBundle(tx, bundle)
}

/**
 * Takes units of an offer out of a placed order's bundles that can't be delivered, with their share of the price.
 * @returns those cents
 */
export function takeBundledUnits(tx: Tx, orderId: number, offerId: number, units: number): number {
  let [left, cents] = [units, 0]
  for (const { id, items } of bundlesOf(tx, orderId)) {
    const item = items.find((one) => one.offerId === offerId)
    if (!item || left === 0) continue
    const quantity = Math.min(left, item.quantity)
    const taken = { offerId, quantity, cents: centsOfUnits(item.cents, item.quantity, quantity) }
    lowerItem(tx, id, item, taken)
    takeFromLine(tx, orderId, taken)
    left -= quantity
    cents += taken.cents
  }
  return cents
}

function lowerItem(tx: Tx, orderBundleId: number, item: Share, taken: Share) {
  const isItem = and(
    eq(orderBundleItems.orderBundleId, orderBundleId),
    eq(orderBundleItems.offerId, item.offerId),
  )
  const quantity = item.quantity - taken.quantity
  if (quantity === 0) tx.delete(orderBundleItems).where(isItem).run()
  else
    tx.update(orderBundleItems)
      .set({ quantity, cents: item.cents - taken.cents })
      .where(isItem)
      .run()
}

function takeFromLine(tx: Tx, orderId: number, { offerId, quantity, cents }: Share) {
  const isLine = and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
  const line = tx.select().from(orderLines).where(isLine).get()
  if (!line) return
  if (line.quantity === quantity) tx.delete(orderLines).where(isLine).run()
  else
    tx.update(orderLines)
      .set({
        quantity: line.quantity - quantity,
        bundledQuantity: line.bundledQuantity - quantity,
        bundledCents: line.bundledCents - cents,
      })
      .where(isLine)
      .run()
}

/** For carts that become one. The caller joins their lines. */
export const moveBundles = (tx: Tx, fromId: number, intoId: number) =>
  void tx.update(orderBundles).set({ orderId: intoId }).where(eq(orderBundles.orderId, fromId)).run()

export const orderBundleOf = (db: Db, orderId: number, token: string): OrderBundle | null =>
  db
    .select()
    .from(orderBundles)
    .where(and(eq(orderBundles.orderId, orderId), eq(orderBundles.token, token)))
    .get() ?? null
