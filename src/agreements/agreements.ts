import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  consents,
  memberships,
  type Order,
  orders,
  recurringConsents,
  type User,
  weatherAlerts,
  weatherHolds,
} from '#db/schema/index.ts'
import { TERMS_AGREEMENT } from '../checkout/sentences.ts'
import type { Instant } from '../day.ts'
import { formatPhone } from '../delivery/rules.ts'
import { cardOf } from '../membership/charge.ts'
import { chargedSoFar } from '../membership/charged-so-far.ts'
import type { Card } from '../membership/facts.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { paths } from '../paths.ts'
import { personOf } from '../privacy/person.ts'

export type AgreementKind = 'recurring' | (typeof consents.$inferSelect)['kind'] | 'weather' | 'terms'

/** One consent in the words that were shown. */
export type Agreement = {
  kind: AgreementKind
  words: string
  givenAt: Instant
  endedAt: Instant | null
  /** What it was given to: an order, a phone number. */
  givenTo: string
  orderToken: string | null
  recurring: {
    period: RenewPeriod
    priceCents: number
    card: Card | null
    /** For later boxes; null before the first is charged. */
    chargedCents: number | null
  } | null
  /** The form that ends it; null once it has ended, or if it's over by itself. */
  endPath: string | null
}

/** Everything a person agreed to, the newest first. Consents by email alone count only once the email is proved. */
export function agreementsOf(db: Db, user: User, now: Instant): Agreement[] {
  const { email } = personOf(user)
  return [
    ...recurringOf(db, user.id),
    ...(email === null ? [] : textsOf(db, email)),
    ...weatherOf(db, user.id, now),
    ...termsOf(db, user.id),
  ].sort((a, b) => b.givenAt - a.givenAt)
}

const atOrder = ({ identifier, token }: Pick<Order, 'identifier' | 'token'>) => ({
  givenTo: `Order ${identifier}`,
  orderToken: token,
})

function recurringOf(db: Db, userId: number): Agreement[] {
  return db
    .select({ consent: recurringConsents, order: orders, membership: memberships })
    .from(recurringConsents)
    .innerJoin(orders, eq(orders.id, recurringConsents.orderId))
    .leftJoin(memberships, eq(memberships.firstOrderId, orders.id))
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt)))
    .orderBy(desc(recurringConsents.id))
    .all()
    .map(({ consent, order, membership }) => ({
      kind: 'recurring' as const,
      words: consent.words,
      givenAt: consent.givenAt,
      endedAt: consent.withdrawnAt,
      ...atOrder(order),
      recurring: {
        period: consent.renewPeriodType,
        priceCents: consent.priceCents,
        card: membership && cardOf(db, membership),
        chargedCents: membership ? chargedSoFar(db, membership) : null,
      },
      endPath:
        consent.withdrawnAt !== null
          ? null
          : membership
            ? paths.cancelMembership(membership.token)
            : paths.endAgreement(order.token),
    }))
}

const textsOf = (db: Db, email: string): Agreement[] =>
  db
    .select()
    .from(consents)
    .where(eq(consents.email, email))
    .all()
    .map(({ id, kind, words, givenAt, endedAt, phone }) => ({
      kind,
      words,
      givenAt,
      endedAt,
      givenTo: formatPhone(phone),
      orderToken: null,
      recurring: null,
      endPath: endedAt === null ? paths.endConsent(id) : null,
    }))

/** Until the first day's lock, shipping anyway can be taken back. */
const weatherOf = (db: Db, userId: number, now: Instant): Agreement[] =>
  db
    .select({ hold: weatherHolds, order: orders, title: weatherAlerts.title })
    .from(weatherHolds)
    .innerJoin(orders, eq(orders.id, weatherHolds.orderId))
    .innerJoin(weatherAlerts, eq(weatherAlerts.id, weatherHolds.alertId))
    .where(and(eq(orders.userId, userId), isNotNull(weatherHolds.shipAnywayAt)))
    .all()
    .map(({ hold, order, title }) => {
      const isOpen = hold.endedAt === null && order.state === 'paid' && now < hold.lockAt
      return {
        kind: 'weather' as const,
        words: hold.shipAnywayWords ?? '',
        givenAt: hold.shipAnywayAt ?? hold.heldAt,
        endedAt: isOpen ? null : (hold.endedAt ?? hold.lockAt),
        givenTo: `Order ${order.identifier}, ${title}`,
        orderToken: order.token,
        recurring: null,
        endPath: isOpen ? paths.toggleWeather(hold.id) : null,
      }
    })

/** Of a purchase, so there is nothing to end. Later boxes of a membership copy it from the first. */
const termsOf = (db: Db, userId: number): Agreement[] =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orders.placedAt),
        isNotNull(orders.termsAcceptedAt),
        isNull(orders.membershipId),
      ),
    )
    .all()
    .map((order) => ({
      kind: 'terms' as const,
      words: `${TERMS_AGREEMENT.sentence} ${TERMS_AGREEMENT.link}`,
      givenAt: order.termsAcceptedAt ?? 0,
      endedAt: null,
      ...atOrder(order),
      recurring: null,
      endPath: null,
    }))
