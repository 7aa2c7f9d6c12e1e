import { and, asc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, shippingLabels, trackerEvents, weatherAlerts, weatherHolds } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { expectedDay } from '../delivery/parcel-status.ts'
import { doorZoneOf } from './door-zone.ts'

export type ArrivalFacts = ReturnType<typeof arrivalFacts>

/** What says when a placed box comes: see `knownDay`. */
export const arrivalFacts = (db: Db, order: Order & { arrivalOn: Day }) =>
  factsOf(db, order, newsOf(db, [order.id]))

/** For many orders, in the same number of statements. Orders of only gift cards have none. */
export function arrivalFactsOfAll(db: Db, orders: Order[]): Map<number, ArrivalFacts> {
  const boxes = orders.filter(hasDay)
  const news = newsOf(
    db,
    boxes.map(({ id }) => id),
  )
  return new Map(boxes.map((order) => [order.id, factsOf(db, order, news)]))
}

const hasDay = (order: Order): order is Order & { arrivalOn: Day } => order.arrivalOn !== null

function factsOf(db: Db, order: Order & { arrivalOn: Day }, { holds, labels, sightings }: News) {
  const isOfOrder = ({ orderId }: { orderId: number }) => orderId === order.id
  const doorZone = doorZoneOf(db, order)
  return {
    state: order.state,
    arrivalOn: order.arrivalOn,
    /** The carrier's day, once it names one. */
    expectedOn: expectedDay(labels.findLast(isOfOrder)?.expectedAt ?? null, doorZone),
    /** The recipient's time zone, in which their box is followed. */
    doorZone,
    holds: holds.filter(isOfOrder).map(({ orderId, ...hold }) => hold),
    sightings: sightings.filter(isOfOrder).map(({ orderId, ...sighting }) => sighting),
  }
}

type News = ReturnType<typeof newsOf>

function newsOf(db: Db, orderIds: number[]) {
  const ids = { orderIds: JSON.stringify(orderIds) }
  const { holds, labels, sightings } = statements(db)
  return { holds: holds.all(ids), labels: labels.all(ids), sightings: sightings.all(ids) }
}

const listed = sql`(select value from json_each(${sql.placeholder('orderIds')}))`
/** A literal, or SQLite would plan the statement again for each run (CONTRIBUTING, Reads). */
const isBought = and(sql`${shippingLabels.orderId} in ${listed}`, sql`${shippingLabels.state} = 'bought'`)

const statements = oncePerDatabase((db) => ({
  holds: db
    .select({
      orderId: weatherHolds.orderId,
      id: weatherHolds.id,
      title: weatherAlerts.title,
      arrivalOn: weatherHolds.arrivalOn,
      movedTo: weatherHolds.movedTo,
      isOpen: sql`${weatherHolds.endedAt} is null`.mapWith(Boolean),
      isShippedAnyway: sql`${weatherHolds.shipAnywayAt} is not null`.mapWith(Boolean),
      heldAt: weatherHolds.heldAt,
    })
    .from(weatherHolds)
    .innerJoin(weatherAlerts, eq(weatherAlerts.id, weatherHolds.alertId))
    .where(sql`${weatherHolds.orderId} in ${listed}`)
    .prepare(),
  labels: db
    .select({ orderId: shippingLabels.orderId, expectedAt: shippingLabels.expectedAt })
    .from(shippingLabels)
    .where(isBought)
    .orderBy(asc(shippingLabels.id))
    .prepare(),
  sightings: db
    .select({
      orderId: shippingLabels.orderId,
      at: trackerEvents.at,
      status: trackerEvents.status,
      detail: trackerEvents.detail,
      place: trackerEvents.place,
    })
    .from(trackerEvents)
    .innerJoin(shippingLabels, eq(shippingLabels.id, trackerEvents.labelId))
    .where(isBought)
    .orderBy(asc(trackerEvents.at), asc(trackerEvents.id))
    .prepare(),
}))
