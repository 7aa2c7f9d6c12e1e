import { and, eq, gte, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import { fulfillmentCenters, type WeatherAlert, weatherAlerts } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { attempt } from '../jobs/attempt.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import type { Services } from '../services.ts'
import { refundOverdue } from './answer-job.ts'
import { holdOrder } from './hold-order.ts'
import {
  alertsWithHoldsToEnd,
  endHolds,
  endHoldsOfGoneOrders,
  endHoldsOutside,
  ordersToHold,
} from './holds.ts'

const AlertJob = z.object({ alertId: z.number() })

/** Holds and moves the orders that an alert touches, each in a transaction of its own. */
export const holdOrders = job('hold_for_weather', AlertJob, LANES.local, (services, { alertId }) =>
  applyAlert(services, alertId),
)

/** When the alert's last day is over. */
export const liftAlert = job('lift_weather_alert', AlertJob, LANES.local, (services, { alertId }) =>
  endIfOver(services, alertId),
)

/** An alert may have been made longer since. */
const endIfOver = ({ db, clock }: Services, alertId: number) =>
  durably(db, (tx) => {
    const { alert, zone } = alertAndZone(tx, alertId)
    if (isOver(alert, dayIn(zone, clock.now()))) endHolds(tx, alertId, clock.now())
  })

const isOver = ({ clearedAt, endsOn }: WeatherAlert, today: Day) => clearedAt !== null || endsOn < today

async function applyAlert(services: Services, alertId: number) {
  const { db, clock } = services
  const { alert, zone } = alertAndZone(db, alertId)
  const today = dayIn(zone, clock.now())
  if (isOver(alert, today)) return
  await durably(db, (tx) => endHoldsOutside(tx, alertAndZone(tx, alertId).alert, clock.now()))
  const failure = 'an order could not be held for the weather'
  for (const orderId of ordersToHold(db, alert, today))
    await attempt(services, { failure, about: { alert: alertId, order: orderId } }, () =>
      durably(db, (tx) => holdOrder(tx, alertId, orderId, today, clock.now())),
    )
}

/** What changed since: orders paid meanwhile, moved into an alert's area or out of it, or taken out of a wave. And late refunds. */
export async function keepHolding(services: Services) {
  const { db, clock } = services
  await durably(db, (tx) => endHoldsOfGoneOrders(tx, clock.now()))
  await refundOverdue(services)
  await endAnsweredLate(services)
  const failure = 'an alert could not be applied'
  for (const id of notOver(db, clock.now()))
    await attempt(services, { failure, about: { alert: id } }, () => applyAlert(services, id))
}

/** A second delay may be answered after its alert was lifted. */
async function endAnsweredLate(services: Services) {
  const failure = 'an alert could not be lifted'
  for (const id of alertsWithHoldsToEnd(services.db))
    await attempt(services, { failure, about: { alert: id } }, () => endIfOver(services, id))
}

const notOver = (db: Db, now: Instant): number[] =>
  db
    .select({ id: weatherAlerts.id })
    .from(weatherAlerts)
    .where(and(isNull(weatherAlerts.clearedAt), gte(weatherAlerts.endsOn, addDays(dayIn('UTC', now), -1))))
    .all()
    .map(({ id }) => id)

function alertAndZone(db: Db, alertId: number): { alert: WeatherAlert; zone: string } {
  const found = db
    .select({ alert: weatherAlerts, zone: fulfillmentCenters.zone })
    .from(weatherAlerts)
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, weatherAlerts.fcId))
    .where(eq(weatherAlerts.id, alertId))
    .get()
  if (!found) throw new Error(`alert ${alertId} is gone`)
  return found
}
