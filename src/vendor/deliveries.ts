import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { deliveries, fulfillmentCenters } from '#db/schema/index.ts'
import { deliveryJson, deliveryView } from '../fulfillment/receiving.ts'

const DELIVERIES_PER_PAGE = 25

export type FarmDeliveries = ReturnType<typeof listFarmDeliveries>
export type FarmDelivery = FarmDeliveries['deliveries'][number]

/** What is still to come, by day; then what arrived, the latest first. With what was counted at the dock. */
export function listFarmDeliveries(db: Db, farmId: number, page: number) {
  const isOurs = eq(deliveries.farmId, farmId)
  const counted = db.select({ total: sql<number>`count(*)` }).from(deliveries).where(isOurs).get()
  const total = counted?.total ?? 0
  const rows = db
    .select({ delivery: deliveries, center: fulfillmentCenters.slug, centerName: fulfillmentCenters.name })
    .from(deliveries)
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, deliveries.fcId))
    .where(isOurs)
    .orderBy(
      sql`iif(${deliveries.state} = 'received', 1, 0)`,
      sql`iif(${deliveries.state} = 'received', null, ${deliveries.expectedOn})`,
      desc(deliveries.expectedOn),
      desc(deliveries.id),
    )
    .limit(DELIVERIES_PER_PAGE)
    .offset((page - 1) * DELIVERIES_PER_PAGE)
    .all()
    .map(({ delivery, ...place }) => ({ ...deliveryView(db, delivery), ...place }))
  return { deliveries: rows, total, page, pages: Math.max(1, Math.ceil(total / DELIVERIES_PER_PAGE)) }
}

export const farmDeliveryJson = (delivery: FarmDelivery) => ({
  ...deliveryJson(delivery),
  center: delivery.center,
  center_name: delivery.centerName,
})
