import { desc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, shippingLabels } from '#db/schema/index.ts'
import { expectedDay, type ShipmentWord, shipmentWord, wontCome } from '../delivery/parcel-status.ts'
import { doorZoneOf } from './door-zone.ts'

/** The newest state of an order's parcel in one word; null before the box is packed. */
export function latestShipmentWord(db: Db, order: Order): ShipmentWord | null {
  const { state, fcId, arrivalOn } = order
  const hasLeft = state === 'shipped' || state === 'delivered'
  if (fcId === null || (!hasLeft && state !== 'in_wave')) return null
  const label = statements(db).label.get({ orderId: order.id })
  if (state === 'delivered' && label?.tracking !== 'return_to_sender') return 'delivered'
  if (!label) return hasLeft ? 'shipped' : null
  const expectedOn = expectedDay(label.expectedAt, doorZoneOf(db, order))
  return shipmentWord({ ...label, expectedOn, promisedOn: arrivalOn, hasLeft })
}

export function isGone(db: Db, orderId: number): boolean {
  const label = statements(db).label.get({ orderId })
  return label !== undefined && wontCome(label)
}

const statements = oncePerDatabase((db) => ({
  label: db
    .select({
      tracking: shippingLabels.tracking,
      trackingDetail: shippingLabels.trackingDetail,
      expectedAt: shippingLabels.expectedAt,
    })
    .from(shippingLabels)
    .where(sql`${eq(shippingLabels.orderId, sql.placeholder('orderId'))} and state = 'bought'`)
    .orderBy(desc(shippingLabels.id))
    .prepare(),
}))
