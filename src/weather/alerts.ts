import { and, count, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import {
  type FulfillmentCenter,
  orders,
  type WeatherAlert,
  weatherAlerts,
  weatherHolds,
} from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { dayIn, instantOf } from '../delivery/zones.ts'
import { enqueue } from '../jobs/queue.ts'
import { holdOrders, liftAlert } from './alert-jobs.ts'
import { endHolds, endHoldsOutside, touchedBy } from './holds.ts'

export type AlertFields = Pick<WeatherAlert, 'title' | 'states' | 'zip3s' | 'startsOn' | 'endsOn'>

type Center = Pick<FulfillmentCenter, 'id' | 'zone'>

export const alertAt = (db: Db, { id: fcId }: Pick<Center, 'id'>, id: number): WeatherAlert | null =>
  db
    .select()
    .from(weatherAlerts)
    .where(and(eq(weatherAlerts.id, id), eq(weatherAlerts.fcId, fcId)))
    .get() ?? null

/** A standing alert that says the same is the one meant: two would hold the same boxes, and both need clearing. */
export function addAlert(
  tx: DurableTx,
  center: Center,
  fields: AlertFields,
  now: Instant,
): { alert: WeatherAlert; isNew: boolean } {
  const standing = sameAlert(tx, center, fields)
  if (standing) return { alert: standing, isNew: false }
  const alert = tx
    .insert(weatherAlerts)
    .values({ ...fields, fcId: center.id, createdAt: now, changedAt: now })
    .returning()
    .get()
  enqueueFor(tx, center, alert, now)
  return { alert, isNew: true }
}

const sameAlert = (tx: DurableTx, { id: fcId }: Center, fields: AlertFields): WeatherAlert | null =>
  tx
    .select()
    .from(weatherAlerts)
    .where(
      and(
        eq(weatherAlerts.fcId, fcId),
        isNull(weatherAlerts.clearedAt),
        eq(weatherAlerts.title, fields.title),
        eq(weatherAlerts.states, fields.states),
        eq(weatherAlerts.zip3s, fields.zip3s),
        eq(weatherAlerts.startsOn, fields.startsOn),
        eq(weatherAlerts.endsOn, fields.endsOn),
      ),
    )
    .get() ?? null

export const fieldsOf = ({ title, states, zip3s, startsOn, endsOn }: AlertFields): AlertFields => ({
  ...{ title, states, zip3s, startsOn, endsOn },
})

/**
 * Orders that the alert no longer touches are free again, on the day we gave them.
 * @returns false if it is over or cleared
 */
export function changeAlert(
  tx: DurableTx,
  center: Center,
  id: number,
  fields: AlertFields,
  now: Instant,
): boolean {
  const alert = tx
    .update(weatherAlerts)
    .set({ ...fields, changedAt: now })
    .where(
      and(
        eq(weatherAlerts.id, id),
        isNull(weatherAlerts.clearedAt),
        gte(weatherAlerts.endsOn, dayIn(center.zone, now)),
      ),
    )
    .returning()
    .get()
  if (!alert) return false
  endHoldsOutside(tx, alert, now)
  enqueueFor(tx, center, alert, now)
  return true
}

/** @returns false if it was cleared before */
export function clearAlert(tx: DurableTx, id: number, now: Instant): boolean {
  const { changes } = tx
    .update(weatherAlerts)
    .set({ clearedAt: now, changedAt: now })
    .where(and(eq(weatherAlerts.id, id), isNull(weatherAlerts.clearedAt)))
    .run()
  endHolds(tx, id, now)
  return changes === 1
}

function enqueueFor(tx: Tx, { zone }: Center, { id, endsOn }: WeatherAlert, now: Instant) {
  enqueue(tx, holdOrders, { alertId: id }, { key: `hold_for_weather:${id}:${now}`, now })
  const overAt = instantOf(addDays(endsOn, 1), 0, zone)
  enqueue(tx, liftAlert, { alertId: id }, { key: `lift_weather:${id}:${endsOn}`, now, runAt: overAt })
}

export type AlertState = 'coming' | 'now' | 'over' | 'cleared'

export function alertState({ startsOn, endsOn, clearedAt }: WeatherAlert, today: Day): AlertState {
  if (clearedAt !== null) return 'cleared'
  if (endsOn < today) return 'over'
  return startsOn > today ? 'coming' : 'now'
}

export const ALERTS_PER_PAGE = 25

export type AlertList = ReturnType<typeof listAlerts>
export type AlertRow = ReturnType<typeof alertRow>

export const alertRow = (db: Db, alert: WeatherAlert, today: Day) => ({
  ...alert,
  state: alertState(alert, today),
  ...countsOf(db, alert),
})

/** The standing ones first, then the latest. */
export function listAlerts(db: Db, { id, zone }: Center, now: Instant, page: number) {
  const today = dayIn(zone, now)
  const isHere = eq(weatherAlerts.fcId, id)
  const total = db.select({ total: count() }).from(weatherAlerts).where(isHere).get()?.total ?? 0
  const alerts = db
    .select()
    .from(weatherAlerts)
    .where(isHere)
    .orderBy(
      desc(sql`${weatherAlerts.clearedAt} is null and ${weatherAlerts.endsOn} >= ${today}`),
      desc(weatherAlerts.id),
    )
    .limit(ALERTS_PER_PAGE)
    .offset((page - 1) * ALERTS_PER_PAGE)
    .all()
    .map((alert) => alertRow(db, alert, today))
  return { alerts, total, page, pages: Math.max(1, Math.ceil(total / ALERTS_PER_PAGE)) }
}

/** `inWaves`: boxes it touches that stay in their waves until a clerk removes them. */
function countsOf(db: Db, alert: WeatherAlert) {
  const held = db
    .select({
      held: sql<number>`coalesce(sum(${weatherHolds.shipAnywayAt} is null), 0)`,
      shippedAnyway: sql<number>`coalesce(sum(${weatherHolds.shipAnywayAt} is not null), 0)`,
      withoutDay: sql<number>`coalesce(sum(${weatherHolds.movedTo} is null and ${weatherHolds.shipAnywayAt} is null), 0)`,
    })
    .from(weatherHolds)
    .where(and(eq(weatherHolds.alertId, alert.id), isNull(weatherHolds.endedAt)))
    .get()
  const inWaves =
    alert.clearedAt === null
      ? db
          .select({ boxes: count() })
          .from(orders)
          .where(and(touchedBy(alert), eq(orders.state, 'in_wave')))
          .get()?.boxes
      : 0
  return { held: 0, shippedAnyway: 0, withoutDay: 0, ...held, inWaves: inWaves ?? 0 }
}
