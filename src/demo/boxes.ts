import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import {
  moneyMovements,
  type Offer,
  offers,
  orderLines,
  orders,
  type Payment,
  payments,
  varieties,
} from '#db/schema/index.ts'
import { type Instant, isWeekend } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { calendarFor, deliveryZone } from '../delivery/calendar-facts.ts'
import { addressColumns } from '../orders/order-address.ts'
import { chance } from '../tokens.ts'

export type Buyer = {
  userId: number | null
  email: string
  firstName: string
  lastName: string
  place: { street: string; city: string; state: string; zip: string }
}

export type Line = { offer: Offer; quantity: number }

/** So many of the first pack of each variety. */
export const linesOf = (db: Db, slugs: string[], quantity: number): Line[] =>
  slugs.map((slug) => {
    const offer = db
      .select({ offer: offers })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(eq(varieties.slug, slug))
      .orderBy(offers.position)
      .get()?.offer
    if (!offer) throw new Error(`the demo has no ${slug}`)
    return { offer, quantity }
  })

/** Begins a box that lacks nothing but its items and its payment. @returns the order's id */
export function addBox(tx: Tx, { place, ...buyer }: Buyer, day: OpenDay, at: Instant): number {
  const zone = servedZone(tx, place.zip)
  return tx
    .insert(orders)
    .values({
      token: chance.token(),
      identifier: `DW-${chance.readable(8)}`,
      state: 'addressed',
      userId: buyer.userId,
      email: buyer.email,
      ...addressColumns({
        name: `${buyer.firstName} ${buyer.lastName}`,
        street1: place.street,
        street2: '',
        city: place.city,
        state: place.state,
        zip: place.zip,
        phone: '+15550100199',
      }),
      addressStatus: 'confirmed',
      addressVerifiedAt: at,
      termsAcceptedAt: place.state === 'CA' ? at : null,
      fcId: zone.fc.id,
      transitDays: zone.transitDays,
      arrivalOn: day.date,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: orders.id })
    .get().id
}

export function servedZone(db: Db, zip: string) {
  const zone = deliveryZone(db, zip)
  if (!zone.served) throw new Error(`we do not deliver to ${zip}`)
  return zone
}

/** Puts items into a box. @returns the id of each offer's line */
export function addLines(tx: Tx, orderId: number, lines: Line[], addedAt: Instant): Map<number, number> {
  const rows = lines.map(({ offer: { id, priceCents }, quantity }) => ({
    orderId,
    offerId: id,
    quantity,
    priceCents,
    addedAt,
  }))
  const added = tx.insert(orderLines).values(rows).returning().all()
  return new Map(added.map((line) => [line.offerId, line.id]))
}

/** Weekdays that were open at that moment, the nearest first. */
export function openWeekdays(db: Db, zip: string, at: Instant): OpenDay[] {
  return calendarFor(db, { zip, now: at }).flatMap((day) => (day.ok && !isWeekend(day.date) ? [day] : []))
}

export function nearestDay(db: Db, { place }: Buyer, at: Instant): OpenDay {
  const [day] = openWeekdays(db, place.zip, at)
  if (!day) throw new Error(`no day was open for ${place.zip}`)
  return day
}

export type Charge = Pick<Payment, 'flow' | 'cardBrand' | 'cardLast4'>

const ONE_TIME: Charge = { flow: 'alc-paid', cardBrand: 'visa', cardLast4: '4242' }

/** The money of a box, as its card was charged. */
export function enterPayment(tx: Tx, orderId: number, cents: number, at: Instant, charge = ONE_TIME) {
  const intentId = `pi_demo_${orderId}`
  tx.insert(payments)
    .values({
      orderId,
      ...charge,
      attempt: 1,
      intentId,
      amountCents: cents,
      receivedCents: cents,
      status: 'succeeded',
      snapshotAt: at,
      createdAt: at,
    })
    .run()
  tx.insert(moneyMovements)
    .values({ orderId, kind: 'charge', amountCents: cents, reference: intentId, at })
    .run()
}

export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
