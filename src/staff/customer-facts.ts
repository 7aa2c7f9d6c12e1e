import { and, desc, eq, gt } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { auditEntries, type User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { personName } from '../accounts/person-name.ts'
import { activeSessionsOf } from '../accounts/session.ts'
import { agreementsOf } from '../agreements/agreements.ts'
import { recordAction } from '../audit/audit.ts'
import { MINUTE_MS } from '../day.ts'
import { formatPhone } from '../delivery/rules.ts'
import { storeCreditOf } from '../pricing/store-credit.ts'
import { iso } from '../privacy/iso.ts'
import type { Services } from '../services.ts'
import { openCreditRequests } from './credit.ts'
import {
  type CustomerRow,
  claimsOf,
  customerSubject,
  membershipsOf,
  notesOf,
  openFlagsOfCustomer,
  ordersOf,
} from './customers.ts'

export type CustomerFacts = ReturnType<typeof customerFacts>

export function customerFacts({ db, clock, config }: Services, customer: User) {
  const now = clock.now()
  return {
    customer,
    name: personName(customer),
    phone: customer.phone === null ? null : formatPhone(customer.phone),
    orders: ordersOf(db, customer.id),
    memberships: membershipsOf(db, customer.id),
    agreements: agreementsOf(db, customer, now),
    notes: notesOf(db, customer.id),
    credit: storeCreditOf(db, config, customer.id),
    waiting: openCreditRequests(db, customer.id).map(({ request }) => request),
    claims: claimsOf(db, customer.id),
    flags: openFlagsOfCustomer(db, customer.id),
    sessionCount: activeSessionsOf(db, customer.id, now).length,
  }
}

const ONE_LOOK_MS = 10 * MINUTE_MS

/** Records who looked at whose data: one entry per visit, however often the page reloads. */
export async function recordLook({ db, clock }: Services, user: User, customer: User) {
  const now = clock.now()
  if (hasLooked(db, user, customer, now - ONE_LOOK_MS)) return
  const subject = customerSubject(customer)
  await quickly(db, (tx) => recordAction(tx, { actor: actorOf(user), verb: 'customer.viewed', subject, now }))
}

const hasLooked = (db: Db, user: User, customer: User, since: number): boolean =>
  db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectKind, 'customer'),
        eq(auditEntries.subjectToken, customer.token),
        eq(auditEntries.actorId, user.id),
        eq(auditEntries.verb, 'customer.viewed'),
        gt(auditEntries.at, since),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
    .get() !== undefined

export const customerRowJson = (row: CustomerRow) => ({
  token: row.token,
  name: personName(row),
  email: row.email,
  phone_number: row.phone,
  orders: row.orders,
  member: row.isMember === 1,
  created_at: iso(row.createdAt),
})

export const customerJson = (facts: CustomerFacts) => ({
  token: facts.customer.token,
  name: facts.name,
  email: facts.customer.email,
  email_verified_at: iso(facts.customer.emailVerifiedAt),
  phone_number: facts.customer.phone,
  created_at: iso(facts.customer.createdAt),
  sessions: facts.sessionCount,
  orders: facts.orders.map((order) => ({
    order_token: order.token,
    identifier: order.identifier,
    state: order.state,
    total_cents: order.totalCents,
    placed_at: iso(order.placedAt),
    arrival_date: order.arrivalOn,
  })),
  memberships: facts.memberships.map(({ token, state }) => ({ token, state })),
  agreements: facts.agreements.map(({ kind, words, givenTo, givenAt, endedAt }) => ({
    kind,
    words,
    given_to: givenTo,
    given_at: iso(givenAt),
    ended_at: iso(endedAt),
  })),
  notes: facts.notes.map(({ words, author, createdAt }) => ({
    words,
    author: author && personName(author),
    created_at: iso(createdAt),
  })),
  credit_cents: facts.credit.balanceCents,
  credit_entries: facts.credit.entries.map(({ cause, cents, at, identifier }) => ({
    cause,
    cents,
    at: iso(at),
    identifier,
  })),
  credit_requests: facts.waiting.map(({ token, cents, reason, requestedAt }) => ({
    token,
    cents,
    reason,
    requested_at: iso(requestedAt),
  })),
  claims: facts.claims.map(({ id, kind, answer, identifier }) => ({ id, kind, answer, identifier })),
  flags: facts.flags.map(({ id, kind, identifier }) => ({ id, kind, identifier })),
})
