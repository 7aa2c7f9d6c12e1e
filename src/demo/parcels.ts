import { asc, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { orders, packingWaves, shipments, shippingLabels, trackerEvents, users } from '#db/schema/index.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant } from '../day.ts'
import { dayIn, instantOf } from '../delivery/zones.ts'
import { random } from '../tokens.ts'
import { type Buyer, firstPackLines, nearestDay, openWeekdays, servedZone } from './boxes.ts'
import { addPlacedBox } from './placed-box.ts'

const PICKUP_HOUR = 11
/** By 4 pm, two days after the driver came. */
const ON_THE_ROAD_MS = 53 * HOUR_MS

/** In the first center's area. */
const HOME = { street: '1912 Pike Pl', city: 'Seattle', state: 'WA', zip: '98101' }

type Scan = { hours: number; status: string; detail: string; message: string; place: string }

/** From the dock in Reno; hours since the driver took it. */
const ON_ITS_WAY: Scan[] = [
  {
    hours: 1,
    status: 'in_transit',
    detail: 'departed_origin_facility',
    message: '',
    place: 'Reno, NV, 89502',
  },
  { hours: 8, status: 'in_transit', detail: 'in_transit', message: '', place: 'Medford, OR, 97501' },
  { hours: 15, status: 'in_transit', detail: 'departed_facility', message: '', place: 'Portland, OR, 97218' },
]
const AT_THE_DOOR: Scan[] = [
  ...ON_ITS_WAY,
  {
    hours: 22,
    status: 'in_transit',
    detail: 'arrived_at_facility',
    message: '',
    place: 'Seattle, WA, 98134',
  },
  {
    hours: 26,
    status: 'out_for_delivery',
    detail: 'out_for_delivery',
    message: '',
    place: 'Seattle, WA, 98134',
  },
  {
    hours: 51,
    status: 'delivered',
    detail: 'arrived_at_destination',
    message: 'Left at the front door',
    place: 'Seattle, WA, 98101',
  },
]

/** The demo's shopper follows a box on its way, and has one at the door. */
export function seedParcels(tx: DurableTx, now: Instant) {
  const buyer = shopper(tx)
  const { zone } = servedZone(tx, buyer.address.zip).fc
  const pickup = (daysAgo: number) => instantOf(addDays(dayIn(zone, now), -daysAgo), PICKUP_HOUR, zone)
  addParcel(tx, buyer, { state: 'shipped', leftAt: pickup(1), scans: ON_ITS_WAY, now })
  addParcel(tx, buyer, { state: 'delivered', leftAt: pickup(9), scans: AT_THE_DOOR, now })
}

function shopper(db: Db): Buyer {
  const user = db.select().from(users).where(eq(users.email, 'shopper@example.com')).get()
  if (!user) throw new Error('the demo has no shopper')
  const { id: userId, email, firstName, lastName } = user
  return { userId, email, firstName: firstName ?? '', lastName: lastName ?? '', address: HOME }
}

type Parcel = { state: 'shipped' | 'delivered'; leftAt: Instant; scans: Scan[]; now: Instant }

const CUTS = ['grass-fed-ribeye', 'grass-fed-ground-beef', 'chicken-thighs', 'maple-smoked-bacon']

function addParcel(tx: DurableTx, buyer: Buyer, { state, leftAt, scans, now }: Parcel) {
  const at = leftAt - 5 * DAY_MS
  const { fc } = servedZone(tx, buyer.address.zip)
  const leftOn = dayIn(fc.zone, leftAt)
  const day =
    openWeekdays(tx, buyer.address.zip, at).findLast(({ shipOn }) => shipOn <= leftOn) ??
    nearestDay(tx, buyer, at)
  const { id } = addPlacedBox(tx, buyer, firstPackLines(tx, CUTS, 1), { state, day, at })
  const trackingCode = `DP${random.readable(10)}`
  const sold = { carrier: 'DemoParcel', service: 'Ground', trackingCode }
  const waveId = waveOf(tx, fc.id)
  tx.insert(shipments)
    .values({ orderId: id, waveId, fcId: fc.id, shippedAt: leftAt, ...sold })
    .run()
  const seen = scans
    .map(({ hours, ...scan }) => ({ ...scan, at: leftAt + hours * HOUR_MS }))
    .filter((scan) => scan.at <= now)
  const last = seen.at(-1)
  const label = tx
    .insert(shippingLabels)
    .values({
      token: random.token(),
      orderId: id,
      waveId,
      state: 'bought',
      ...sold,
      costCents: 1_180,
      tracking: last?.status ?? null,
      trackingDetail: last?.detail ?? null,
      trackedAt: last?.at ?? null,
      expectedAt: leftAt + ON_THE_ROAD_MS,
      createdAt: leftAt - DAY_MS,
      boughtAt: leftAt - DAY_MS,
      polledAt: now,
    })
    .returning({ id: shippingLabels.id })
    .get()
  for (const one of seen)
    tx.insert(trackerEvents)
      .values({ ...one, labelId: label.id, heardAt: one.at })
      .run()
  // It arrives as promised, also if the demo begins on a weekend.
  const arrivalOn = dayIn(fc.zone, leftAt + ON_THE_ROAD_MS)
  tx.update(orders).set({ arrivalOn }).where(eq(orders.id, id)).run()
}

/** The center's first wave; its boxes left long ago. */
function waveOf(db: Db, fcId: number): number {
  const wave = db
    .select({ id: packingWaves.id })
    .from(packingWaves)
    .where(eq(packingWaves.fcId, fcId))
    .orderBy(asc(packingWaves.id))
    .get()
  if (!wave) throw new Error('the demo has no wave')
  return wave.id
}
