import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import {
  type Order,
  orders,
  type WeatherAlert,
  type WeatherHold,
  weatherAlerts,
  weatherHolds,
} from '#db/schema/index.ts'
import { DAY_MS, type Day, type Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { calendarFor, deliveryZone, rebookShipDay } from '../delivery/calendar-facts.ts'
import { enqueue } from '../jobs/queue.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { lotMoveSentences } from '../orders/moved-lots.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { refundUnanswered } from './answer-job.ts'
import { changeHold, isToHold, openHold, touchedBy, wasDelayed } from './holds.ts'
import { mailWeatherHold } from './mails.tsx'
import { returnSurcharge } from './return-surcharge.ts'

/** Time to say yes to a second delay: a week at most, a day at least (16 CFR 435.2). */
const ANSWER_MS = 7 * DAY_MS
const MIN_ANSWER_MS = DAY_MS

/**
 * Holds one order for an alert and moves it to the next free day. What was paid, and its reward, stay as they are, but
 * for the surcharge of an expedited day.
 */
export function holdOrder(tx: DurableTx, alertId: number, orderId: number, today: Day, now: Instant) {
  const alert = tx.select().from(weatherAlerts).where(eq(weatherAlerts.id, alertId)).get()
  if (!alert || alert.clearedAt !== null || !isTouched(tx, alert, orderId, today)) return
  const order = orderById(tx, orderId)
  if (isBeingCharged(order, now)) return // the next round holds it: now its money would go back
  const open = openHold(tx, orderId)
  const waiting = open && isWaiting(open, order) ? open : null
  if (open && !waiting) changeHold(tx, open, { endedAt: now })
  const isSecond = wasDelayed(tx, orderId, waiting?.id)
  const day = nextDay(tx, order, now, isSecond ? now + MIN_ANSWER_MS : now)
  if (waiting && !day) return
  const hold = waiting ?? addHold(tx, alertId, order, now)
  const returnedCents = hold.returnedCents + (day ? moveHeld(tx, order, day, now) : 0)
  const answerBy = isSecond && day ? Math.min(day.lockAt, now + ANSWER_MS) : null
  changeHold(tx, hold, { movedTo: day?.date ?? null, answerBy, returnedCents })
  const holdId = hold.id
  if (answerBy !== null) {
    const due = { key: `refund_unanswered:${holdId}:${answerBy}`, now, runAt: answerBy }
    enqueue(tx, refundUnanswered, { holdId }, due)
  }
  enqueue(tx, mailWeatherHold, { holdId }, { key: `weather_hold:${holdId}:${day?.date ?? 'waits'}`, now })
}

/** Held without a new day. A second alert finds no free day either, so it changes nothing. */
const isWaiting = ({ movedTo, shipAnywayAt, arrivalOn }: WeatherHold, order: Order) =>
  movedTo === null && shipAnywayAt === null && arrivalOn === order.arrivalOn

const isTouched = (tx: DurableTx, alert: WeatherAlert, orderId: number, today: Day): boolean =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), touchedBy(alert), isToHold(alert.id, today)))
    .get() !== undefined

function addHold(tx: DurableTx, alertId: number, order: Order, now: Instant): WeatherHold {
  const { id: orderId, shipOn, arrivalOn, lockAt, chargeAt, expedited } = order
  if (shipOn === null || arrivalOn === null || lockAt === null || chargeAt === null)
    throw new Error(`order ${orderId} is not placed`)
  return tx
    .insert(weatherHolds)
    .values({ alertId, orderId, shipOn, arrivalOn, lockAt, chargeAt, expedited, heldAt: now })
    .returning()
    .get()
}

/** The next day that the lots of the box allow, by the service that was paid for if there is such a day. */
export function nextDay(tx: DurableTx, order: Order, now: Instant, lockFrom: Instant): OpenDay | null {
  const { id, deliveryPostalCode: zip, fcId, arrivalOn, shipOn, expedited } = order
  const zone = zip === null ? null : deliveryZone(tx, zip)
  if (zip === null || arrivalOn === null || !zone?.served || zone.fc.id !== fcId) return null
  const days = calendarFor(tx, { zip, zone, now, exceptOrderId: id, bookedOn: shipOn, expedited })
  const lotSentence = lotMoveSentences(tx, order, now)
  const open = days
    .flatMap((day) => (day.ok && day.date > arrivalOn && day.lockAt > lockFrom ? [day] : []))
    .filter((day) => lotSentence({ ...order, arrivalOn: day.date }) === null)
  return open.find((day) => day.expedited === expedited) ?? open[0] ?? null
}

type Trip = Pick<OpenDay, 'date' | 'shipOn' | 'lockAt' | 'chargeAt' | 'expedited'>

/** @returns false if the day is full, and then nothing was changed */
export function tryToMove(tx: DurableTx, order: Order, trip: Trip, now: Instant): boolean {
  const { id: orderId, fcId, shipOn } = order
  if (fcId === null || shipOn === null) throw new Error(`order ${orderId} is not placed`)
  if (!rebookShipDay(tx, { orderId, fcId, shipOn: trip.shipOn, now }, shipOn).ok) return false
  advanceOrder(tx, order, { state: order.state, updatedAt: now, ...deliveryColumns(fcId, trip) })
  tx.update(orders).set({ arrivalOn: trip.date }).where(eq(orders.id, orderId)).run()
  return true
}

/** @returns the cents that went back with it */
export function moveHeld(tx: DurableTx, order: Order, day: OpenDay, now: Instant): number {
  if (!tryToMove(tx, order, day, now)) throw new Error(`order ${order.id} lost its place on ${day.shipOn}`)
  return returnSurcharge(tx, order, day.expedited, now)
}
