import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { orders, type WeatherAlert, type WeatherHold, weatherHolds } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'

/** Of a row of `orders`: its box would travel through the alert's area on one of its days. */
export const touchedBy = (alert: WeatherAlert) =>
  and(
    eq(orders.fcId, alert.fcId),
    lte(orders.shipOn, alert.endsOn),
    gte(orders.arrivalOn, alert.startsOn),
    inArea(alert),
  )

const inArea = ({ states, zip3s }: WeatherAlert) =>
  or(inArray(orders.deliveryState, states), inArray(sql`substr(${orders.deliveryPostalCode}, 1, 3)`, zip3s))

/** Orders to hold or move. What is late already waits for a person, and boxes in waves for a clerk. */
export const ordersToHold = (db: Db, alert: WeatherAlert, today: Day): number[] =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(touchedBy(alert), isToHold(alert.id, today)))
    .orderBy(orders.shipOn, orders.id)
    .all()
    .map(({ id }) => id)

/** Not again if the shopper wants it shipped anyway, even if another alert has held it for the same day since. */
export const isToHold = (alertId: number, today: Day) =>
  and(
    eq(orders.state, 'paid'),
    gte(orders.shipOn, today),
    sql`not exists (select 1 from weather_holds hold where hold.order_id = ${orders}.id
      and hold.alert_id = ${alertId} and hold.ship_anyway_at is not null
      and (hold.ended_at is null or hold.arrival_on = ${orders}.arrival_on))`,
  )

export const openHold = (db: Db, orderId: number): WeatherHold | null =>
  db
    .select()
    .from(weatherHolds)
    .where(and(eq(weatherHolds.orderId, orderId), isNull(weatherHolds.endedAt)))
    .get() ?? null

/** Open holds whose day to answer is over, of orders that can be refunded. */
export const overdueAnswers = (db: Db, now: Instant): number[] =>
  db
    .select({ id: weatherHolds.id })
    .from(weatherHolds)
    .innerJoin(orders, eq(orders.id, weatherHolds.orderId))
    .where(
      and(
        isNull(weatherHolds.endedAt),
        isNull(weatherHolds.answer),
        lte(weatherHolds.answerBy, now),
        eq(orders.state, 'paid'),
      ),
    )
    .all()
    .map(({ id }) => id)

export const holdById = (db: Db, id: number): WeatherHold | null =>
  db.select().from(weatherHolds).where(eq(weatherHolds.id, id)).get() ?? null

export const changeHold = (tx: DurableTx, { id }: Pick<WeatherHold, 'id'>, columns: Partial<WeatherHold>) =>
  void tx.update(weatherHolds).set(columns).where(eq(weatherHolds.id, id)).run()

/** Whether weather delayed the order before. A delay that the shopper had undone doesn't count. */
export const wasDelayed = (db: Db, orderId: number, exceptId = 0): boolean =>
  db
    .select({ id: weatherHolds.id })
    .from(weatherHolds)
    .where(
      and(
        eq(weatherHolds.orderId, orderId),
        ne(weatherHolds.id, exceptId),
        isNotNull(weatherHolds.movedTo),
        isNull(weatherHolds.shipAnywayAt),
      ),
    )
    .limit(1)
    .get() !== undefined

export const surchargeReturned = (db: Db, orderId: number): boolean =>
  db
    .select({ id: weatherHolds.id })
    .from(weatherHolds)
    .where(and(eq(weatherHolds.orderId, orderId), gt(weatherHolds.returnedCents, 0)))
    .limit(1)
    .get() !== undefined

/** A second delay still needs its yes. */
const isAnswered = or(isNull(weatherHolds.answerBy), isNotNull(weatherHolds.answer))

/** Alerts with open holds that end when the alert does. */
export const alertsWithHoldsToEnd = (db: Db): number[] =>
  db
    .selectDistinct({ id: weatherHolds.alertId })
    .from(weatherHolds)
    .where(and(isNull(weatherHolds.endedAt), isAnswered))
    .all()
    .map(({ id }) => id)

export const endHolds = (tx: DurableTx, alertId: number, now: Instant) =>
  void tx
    .update(weatherHolds)
    .set({ endedAt: now })
    .where(and(eq(weatherHolds.alertId, alertId), isNull(weatherHolds.endedAt), isAnswered))
    .run()

/** After the alert or an address changed: of orders that it wouldn't have touched on their first day. */
export function endHoldsOutside(tx: DurableTx, alert: WeatherAlert, now: Instant) {
  const wasTouched = and(
    lte(weatherHolds.shipOn, alert.endsOn),
    gte(weatherHolds.arrivalOn, alert.startsOn),
    sql`exists (select 1 from ${orders} where orders.id = weather_holds.order_id and ${inArea(alert)})`,
  )
  tx.update(weatherHolds)
    .set({ endedAt: now })
    .where(
      and(
        eq(weatherHolds.alertId, alert.id),
        isNull(weatherHolds.endedAt),
        isAnswered,
        wasTouched && not(wasTouched),
      ),
    )
    .run()
}

/** Of orders that ended some other way: nothing is left to hold. */
export const endHoldsOfGoneOrders = (tx: DurableTx, now: Instant) =>
  void tx
    .update(weatherHolds)
    .set({ endedAt: now })
    .where(
      sql`ended_at is null and order_id in (
        select id from orders where state in ('shipped', 'delivered', 'canceled', 'refunded'))`,
    )
    .run()
