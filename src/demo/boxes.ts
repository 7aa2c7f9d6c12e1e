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
import { newIdentifier } from '../orders/identifier.ts'
import { addressColumns } from '../orders/order-address.ts'
import { random } from '../tokens.ts'
import { demoIntent } from './seeded-payments.ts'

export type Buyer = {
  userId: number | null
  email: string
  firstName: string
  lastName: string
  address: { street: string; city: string; state: string; zip: string }
}

export type Line = { offer: Offer; quantity: number }

/** A quantity of each variety's first pack. */
export const firstPackLines = (db: Db, slugs: string[], quantity: number): Line[] =>
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

/** Adds an order that lacks only its items and its payment. @returns its id */
export function addBox(tx: Tx, { address, ...buyer }: Buyer, day: OpenDay, at: Instant): number {
  const zone = servedZone(tx, address.zip)
  return tx
    .insert(orders)
    .values({
      token: random.token(),
      identifier: newIdentifier(random),
      state: 'addressed',
      userId: buyer.userId,
      email: buyer.email,
      ...addressColumns({
        name: `${buyer.firstName} ${buyer.lastName}`,
        street1: address.street,
        street2: '',
        city: address.city,
        state: address.state,
        zip: address.zip,
        phone: '+15550100199',
      }),
      addressStatus: 'confirmed',
      addressVerifiedAt: at,
      termsAcceptedAt: address.state === 'CA' ? at : null,
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

export function addLines(tx: Tx, orderId: number, lines: Line[], addedAt: Instant): Map<number, number> {
  const rows = lines.map(({ offer: { id, priceCents, poundCents }, quantity }) => ({
    orderId,
    offerId: id,
    quantity,
    priceCents,
    poundCents,
    addedAt,
  }))
  const inserted = tx.insert(orderLines).values(rows).returning().all()
  return new Map(inserted.map((line) => [line.offerId, line.id]))
}

export function openWeekdays(db: Db, zip: string, at: Instant): OpenDay[] {
  return calendarFor(db, { zip, now: at }).flatMap((day) => (day.ok && !isWeekend(day.date) ? [day] : []))
}

export function nearestDay(db: Db, { address }: Buyer, at: Instant): OpenDay {
  const [day] = openWeekdays(db, address.zip, at)
  if (!day) throw new Error(`no day was open for ${address.zip}`)
  return day
}

export type ChargedCard = Pick<Payment, 'flow' | 'cardBrand' | 'cardLast4'>

const ONE_TIME: ChargedCard = { flow: 'alc-paid', cardBrand: 'visa', cardLast4: '4242' }

export function recordPayment(
  tx: Tx,
  orderId: number,
  cents: number,
  at: Instant,
  { attempt = 1, ...chargedCard }: ChargedCard & { attempt?: number } = ONE_TIME,
) {
  const intentId = demoIntent(orderId, attempt)
  tx.insert(payments)
    .values({
      orderId,
      ...chargedCard,
      attempt,
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
