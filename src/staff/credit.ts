import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type CreditRequest,
  creditRequests,
  giftCardEntries,
  orderGiftCards,
  type User,
  users,
} from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { lastingUser } from '../accounts/users.ts'
import { recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'
import { grantStoreCredit, storeCreditCard, takeGiftCents } from '../pricing/gift-ledger.ts'
import type { Random } from '../tokens.ts'
import { customerSubject } from './customers.ts'
import { isAboveLimit } from './giving.ts'

export type CreditChange = {
  customer: User
  /** Negative to take. */
  cents: number
  reason: string
  /** From the form, so that a second press changes nothing. */
  key: string
}

type By = { user: User; now: Instant; random: Random }

export type CreditRefusal = { ok: false; code: 'own' | 'merged' | 'too_much' | 'pressed_before' }
export type CreditChanged = { ok: true; state: 'done' | 'waiting' } | CreditRefusal

export function changeCredit(tx: DurableTx, change: CreditChange, by: By): CreditChanged {
  const { customer, cents, reason, key } = change
  if (customer.id === by.user.id) return { ok: false, code: 'own' }
  const before = pressedBefore(tx, change)
  if (before) return before
  if (lastingUser(tx, customer).id !== customer.id) return { ok: false, code: 'merged' }
  if (-cents > availableCents(tx, customer.id, by.now)) return { ok: false, code: 'too_much' }
  const gift = { userId: by.user.id, cents: Math.abs(cents), now: by.now, isCredit: true }
  if (isAboveLimit(tx, gift)) {
    tx.insert(creditRequests)
      .values({
        token: key,
        userId: customer.id,
        cents,
        reason,
        requestedById: by.user.id,
        requestedAt: by.now,
      })
      .run()
    record(tx, 'customer.credit_requested', change, by)
    return { ok: true, state: 'waiting' }
  }
  book(tx, change, by)
  record(tx, cents > 0 ? 'customer.credit_given' : 'customer.credit_taken', change, by, {
    alone_cents: Math.abs(cents),
  })
  return { ok: true, state: 'done' }
}

/** The same form again answers as the first time did; with other content it is refused. */
function pressedBefore(tx: DurableTx, { customer, cents, reason, key }: CreditChange): CreditChanged | null {
  const other: CreditChanged = { ok: false, code: 'pressed_before' }
  const request = requestOf(tx, key)
  if (request) {
    const isSame = request.userId === customer.id && request.cents === cents && request.reason === reason
    return isSame ? { ok: true, state: request.decision === null ? 'waiting' : 'done' } : other
  }
  const entry = tx
    .select()
    .from(giftCardEntries)
    .where(eq(giftCardEntries.reference, referenceOf(key)))
    .get()
  if (!entry) return null
  const isSame = entry.cents === cents && entry.giftCardId === storeCreditCard(tx, customer.id)?.id
  return isSame ? { ok: true, state: 'done' } : other
}

function book(tx: DurableTx, { customer, cents, key }: CreditChange, { now, random }: By) {
  const entry = { cents: Math.abs(cents), reference: referenceOf(key), now }
  if (cents > 0) grantStoreCredit(tx, customer.id, 'issued', { ...entry, random })
  else takeGiftCents(tx, storeCreditCard(tx, customer.id)?.id ?? 0, 'taken', entry)
}

function record(
  tx: DurableTx,
  verb: `customer.${string}`,
  { customer, cents, reason }: CreditChange,
  { user, now }: By,
  more: Record<string, number> = {},
) {
  const subject = customerSubject(customer)
  recordAction(tx, { actor: actorOf(user), verb, subject, detail: { cents, ...more }, reason, now })
}

const referenceOf = (key: string) => `staff:${key}`

const requestOf = (tx: DurableTx, key: string): CreditRequest | undefined =>
  tx.select().from(creditRequests).where(eq(creditRequests.token, key)).get()

/** Less what an order being paid holds. */
function availableCents(tx: DurableTx, userId: number, now: Instant): number {
  const card = storeCreditCard(tx, userId)
  if (!card) return 0
  const held = tx
    .select({ cents: sql<number>`coalesce(sum(${orderGiftCards.heldCents}), 0)` })
    .from(orderGiftCards)
    .where(and(eq(orderGiftCards.giftCardId, card.id), gt(orderGiftCards.heldUntil, now)))
    .get()
  return card.balanceCents - (held?.cents ?? 0)
}

export type Decided = { ok: true } | { ok: false; code: 'unknown' | 'decided_before' | 'own' | 'too_much' }

/** Not by the person who asked, nor for one's own account. */
export function decideCredit(tx: DurableTx, token: string, isApproved: boolean, by: By): Decided {
  const request = requestOf(tx, token)
  const customer = request && tx.select().from(users).where(eq(users.id, request.userId)).get()
  if (!request || !customer) return { ok: false, code: 'unknown' }
  if (request.decidedAt !== null) return { ok: false, code: 'decided_before' }
  if (request.requestedById === by.user.id || customer.id === by.user.id) return { ok: false, code: 'own' }
  const change = { customer, cents: request.cents, reason: request.reason, key: token }
  if (isApproved && -request.cents > availableCents(tx, customer.id, by.now))
    return { ok: false, code: 'too_much' }
  const decision = isApproved ? 'approved' : 'refused'
  tx.update(creditRequests)
    .set({ decision, decidedById: by.user.id, decidedAt: by.now })
    .where(eq(creditRequests.token, token))
    .run()
  if (isApproved) book(tx, change, by)
  record(tx, `customer.credit_${decision}`, change, by)
  return { ok: true }
}

export const openCreditRequests = (db: Db, userId?: number) =>
  db
    .select({ request: creditRequests, customer: users })
    .from(creditRequests)
    .innerJoin(users, eq(users.id, creditRequests.userId))
    .where(
      and(
        isNull(creditRequests.decidedAt),
        userId === undefined ? undefined : eq(creditRequests.userId, userId),
      ),
    )
    .orderBy(asc(creditRequests.requestedAt))
    .limit(100)
    .all()

export type WaitingCredit = ReturnType<typeof openCreditRequests>[number]
