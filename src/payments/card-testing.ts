import { and, eq, gt, sql } from 'drizzle-orm'
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import { type Db, type DurableTx, durably, oncePerDatabase } from '#db/client.ts'
import { declinedCharges, type Payment } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { closePayment } from './closing.ts'
import { paymentById } from './payments.ts'
import { cancelIntent } from './provider.ts'

/**
 * Someone with a list of stolen cards tries them on one intent, straight at the provider, until one works. So we count
 * the charges that banks declined, by the provider's ids. At the limit the intent is canceled, and nobody on the order,
 * in the session or from the network may try again until an hour after the last decline.
 */

/** This many declined cards in an hour look like someone testing stolen cards. */
export const MAX_DECLINES = 5
/** A whole office shares a network. */
const MAX_DECLINES_BY = { order: MAX_DECLINES, session: MAX_DECLINES, network: 20 } as const

export type Payer = { orderId?: number; sessionHash?: string | null; network?: string | null }

/** How long until this payer may try another card; 0: now. */
export function declinesWaitMs(db: Db, payer: Payer, wallNow: Instant): number {
  const { orderId = 0, sessionHash = '', network = '' } = payer
  const declines = statements(db).declines.all({
    orderId,
    sessionHash,
    network,
    since: wallNow - 2 * HOUR_MS,
  })
  const waitsMs = Object.entries(MAX_DECLINES_BY).map(([by, limit]) =>
    waitMs(
      declines.filter((decline) => decline.by === by).map(({ at }) => at),
      limit,
      wallNow,
    ),
  )
  return Math.max(...waitsMs)
}

/** @param times of the declines, the newest first */
function waitMs(times: Instant[], limit: number, wallNow: Instant): number {
  const last = times.find((at, index) => at - (times[index + limit - 1] ?? 0) < HOUR_MS)
  return last === undefined ? 0 : Math.max(0, last + HOUR_MS - wallNow)
}

/** Late or repeated news of a charge changes nothing. @returns whether any of these declines is new */
export function recordDeclines(
  tx: DurableTx,
  { clock, wallClock }: Services,
  payment: Payment,
  charges: readonly string[],
): boolean {
  if (charges.length === 0) return false
  const { orderId, network } = payment
  const { sessionHash } = orderById(tx, orderId)
  const at = wallClock.now()
  const added = charges.filter((reference) => {
    const row = { reference, orderId, sessionHash, network, at }
    return tx.insert(declinedCharges).values(row).onConflictDoNothing().run().changes === 1
  })
  if (added.length === 0) return false
  if (payment.status === 'open' && declinesWaitMs(tx, { orderId, sessionHash, network }, at) > 0) {
    const key = `cancel_intent:${added[0]}`
    enqueue(tx, cancelTestedIntent, { paymentId: payment.id }, { key, now: clock.now() })
  }
  return true
}

/** The page knows the intent's secret, so only canceling it keeps further cards out. */
export const cancelTestedIntent = job(
  'cancel_intent',
  z.object({ paymentId: z.number() }),
  LANES.payment,
  async ({ db, stripe, wallClock }, { paymentId }) => {
    const payment = paymentById(db, paymentId)
    if (payment.status !== 'open' || payment.intentId === null) return
    const { status } = await cancelIntent(stripe, payment.intentId)
    if (status !== 'canceled') return // paid or processing meanwhile: webhook and reconciliation settle it
    const { failure } = payment
    await durably(db, (tx) => {
      closePayment(tx, payment, { status: 'canceled', failure, snapshotAt: wallClock.now() })
    })
  },
)

type PayerPart = keyof typeof MAX_DECLINES_BY

const declinesOf = (db: Db, by: PayerPart, column: SQLiteColumn, name: keyof Payer) =>
  db
    .select({ by: sql<PayerPart>`${by}`.as('payer'), at: declinedCharges.at })
    .from(declinedCharges)
    .where(and(eq(column, sql.placeholder(name)), gt(declinedCharges.at, sql.placeholder('since'))))

const statements = oncePerDatabase((db) => ({
  declines: unionAll(
    declinesOf(db, 'order', declinedCharges.orderId, 'orderId'),
    declinesOf(db, 'session', declinedCharges.sessionHash, 'sessionHash'),
    declinesOf(db, 'network', declinedCharges.network, 'network'),
  )
    .orderBy(sql`at desc`)
    .prepare(),
}))
