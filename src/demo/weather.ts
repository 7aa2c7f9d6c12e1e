import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { fulfillmentCenters, orders } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { addAlert } from '../weather/alerts.ts'
import { holdOrder } from '../weather/hold-order.ts'
import { ordersToHold } from '../weather/holds.ts'

const FIRST_CENTER = 1
/** Boise, where no test card lives. */
const STATE = 'ID'
const ZIP3 = '837'

/** A storm over Boise, on the day that holds the fewest boxes but one at least. */
export function seedWeather(tx: DurableTx, now: Instant) {
  const center = tx.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, FIRST_CENTER)).get()
  if (!center) throw new Error('the demo has no center')
  const today = dayIn(center.zone, now)
  const day = quietestDay(tx, today)
  if (!day) return
  const fields = { title: 'Winter storm', states: [], zip3s: [ZIP3], startsOn: day, endsOn: day }
  const { alert } = addAlert(tx, center, fields, now)
  for (const orderId of ordersToHold(tx, alert, today)) holdOrder(tx, alert.id, orderId, today, now)
}

function quietestDay(tx: DurableTx, today: Day): Day | undefined {
  const trips = tx
    .select({ shipOn: orders.shipOn, arrivalOn: orders.arrivalOn })
    .from(orders)
    .where(and(eq(orders.fcId, FIRST_CENTER), eq(orders.state, 'paid'), eq(orders.deliveryState, STATE)))
    .all()
    .flatMap(({ shipOn, arrivalOn }) =>
      shipOn && arrivalOn && shipOn > today ? [{ shipOn, arrivalOn }] : [],
    )
  const heldOn = (day: Day) =>
    trips.filter(({ shipOn, arrivalOn }) => shipOn <= day && day <= arrivalOn).length
  return [...new Set(trips.map(({ arrivalOn }) => arrivalOn))].sort((a, b) => heldOn(a) - heldOn(b))[0]
}
