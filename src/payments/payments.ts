import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase, quickly } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import type { Flow } from './flow.ts'

/** The provider has not been asked yet, so the next poll asks it. */
export const NEVER_ASKED = 0

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  latest: db
    .select()
    .from(payments)
    .where(eq(payments.orderId, sql.placeholder('orderId')))
    .orderBy(desc(payments.attempt))
    .prepare(),
  byId: db
    .select()
    .from(payments)
    .where(eq(payments.id, placeholder('id')))
    .prepare(),
  open: db
    .insert(payments)
    .values({
      orderId: placeholder('orderId'),
      attempt: placeholder('attempt'),
      flow: placeholder('flow'),
      amountCents: placeholder('amountCents'),
      status: 'open',
      network: placeholder('network'),
      snapshotAt: NEVER_ASKED,
      createdAt: placeholder('createdAt'),
    })
    .returning()
    .prepare(),
  network: db
    .update(payments)
    .set({ network: sql`${placeholder('network')}` })
    .where(eq(payments.id, placeholder('id')))
    .prepare(),
  intent: db
    .update(payments)
    .set({
      intentId: sql`${placeholder('intentId')}`,
      providerAccount: sql`${placeholder('providerAccount')}`,
      livemode: sql`${sql.param(placeholder('livemode'), payments.livemode)}`,
    })
    .where(and(eq(payments.id, placeholder('id')), isNull(payments.intentId)))
    .prepare(),
  amount: db
    .update(payments)
    .set({ amountCents: sql`${placeholder('amountCents')}` })
    .where(eq(payments.id, placeholder('id')))
    .prepare(),
  again: db
    .update(payments)
    .set({ declinedAt: null, failure: null, snapshotAt: NEVER_ASKED })
    .where(and(eq(payments.orderId, placeholder('orderId')), eq(payments.status, 'open')))
    .prepare(),
  byIntent: db
    .select()
    .from(payments)
    .where(eq(payments.intentId, sql.placeholder('intentId')))
    .prepare(),
}))

export const latestPayment = (db: Db, orderId: number): Payment | null =>
  statements(db).latest.get({ orderId }) ?? null

export const paymentByIntent = (db: Db, intentId: string): Payment | null =>
  statements(db).byIntent.get({ intentId }) ?? null

export const hasSucceededPayment = (db: Db, orderId: number): boolean =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), sql`${payments.status} = 'succeeded'`))
    .get() !== undefined

export function paymentById(db: Db, id: number): Payment {
  const payment = statements(db).byId.get({ id })
  if (!payment) throw new Error(`payment ${id} is gone`)
  return payment
}

/**
 * Committed before the provider is called, so a repeat finds the same attempt and key. Null: placed meanwhile.
 * @param order open, and read in this turn of the event loop
 */
export async function openPayment(
  db: Db,
  order: Order,
  flow: Flow,
  amountCents: number,
  { network, createdAt }: { network: string | null; createdAt: Instant },
): Promise<Payment | null> {
  const current = latestPayment(db, order.id)
  if (current?.status === 'open' && current.network === network) return current
  return durably(db, (tx) => {
    const latest = latestPayment(tx, order.id)
    if (!isOpen(orderById(tx, order.id).state)) return null
    if (latest?.status === 'open') {
      statements(tx).network.run({ id: latest.id, network })
      return latest
    }
    const attempt = (latest?.attempt ?? 0) + 1
    return statements(tx).open.get({ orderId: order.id, attempt, flow, amountCents, network, createdAt })
  })
}

/** Never replaces an id that is already saved. */
export function saveIntentId(
  db: Db,
  payment: Payment,
  intent: Pick<Payment, 'intentId' | 'providerAccount' | 'livemode'>,
): Promise<void> {
  return durably(db, (tx) => {
    statements(tx).intent.run({ id: payment.id, ...intent })
  })
}

export function saveAmount(db: Db, payment: Payment, amountCents: number): Promise<void> {
  return durably(db, (tx) => {
    statements(tx).amount.run({ id: payment.id, amountCents })
  })
}

/** Forgets the last decline, and makes the next poll ask the provider. */
export async function beginAttempt(db: Db, orderId: number): Promise<void> {
  const payment = latestPayment(db, orderId)
  if (payment?.status !== 'open' || isUntried(payment)) return
  await quickly(db, (tx) => void statements(tx).again.run({ orderId }))
}

const isUntried = ({ declinedAt, failure, snapshotAt }: Payment) =>
  declinedAt === null && failure === null && snapshotAt === NEVER_ASKED

/** Those whose money an order keeps, the newest first: what is paid back goes to them in this order. */
export const keptPayments = (db: Db, orderId: number): Payment[] =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), sql`${payments.status} = 'succeeded'`))
    .orderBy(desc(payments.attempt))
    .all()

/** The whole payment went back, though nobody has canceled the order yet. */
export const isRefunded = sql<boolean>`orders.total_cents > 0
  and exists (select 1 from payments where order_id = orders.id and status = 'refunded')
  and not exists (select 1 from payments where order_id = orders.id and status = 'succeeded')`.mapWith(
  Boolean,
)
