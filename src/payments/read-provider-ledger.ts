import { eq, inArray, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { payments, providerPayouts, providerTransactions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { attempt } from '../jobs/attempt.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { recordMoney } from './money.ts'
import { ifAnswered, isMissing, isProviderTrouble } from './provider.ts'
import {
  entriesOfPayout,
  entriesSince,
  type ProviderEntry,
  type ProviderPayoutNews,
  payoutsSince,
} from './provider-ledger.ts'
import { keepMarks, newestMovement, readMarks } from './provider-marks.ts'

/** Hourly: what the provider booked, what it kept as its fee, and what it paid out. Reading again adds nothing. */
export async function readProviderLedger(services: Services) {
  await ifAnswered(services, async () => {
    await readEntries(services)
    await readPayouts(services)
  })
}

/** The marks move once all is read, because the newest come first. */
async function readEntries({ db, stripe, clock }: Services) {
  const { through } = readMarks(db)
  const movementId = newestMovement(db)
  let newest = through
  for await (const entries of entriesSince(stripe, through)) {
    newest = Math.max(newest, ...entries.map(({ at }) => at))
    await durably(db, (tx) => {
      for (const entry of entries) addEntry(tx, entry, clock.now())
    })
  }
  await durably(db, (tx) => matchLate(tx, clock.now()))
  await durably(db, (tx) => keepMarks(tx, { through: newest, movementId }))
}

function addEntry(tx: DurableTx, { id, ...entry }: ProviderEntry, now: Instant) {
  const orderId = orderIdOf(tx, entry.intentId)
  const { changes } = tx
    .insert(providerTransactions)
    .values({ ...entry, providerId: id, orderId })
    .onConflictDoNothing()
    .run()
  if (changes > 0 && orderId !== null) recordFee(tx, orderId, id, entry.feeCents, now)
}

const orderIdOf = (db: Db, intentId: string | null): number | null =>
  intentId === null
    ? null
    : (db.select({ orderId: payments.orderId }).from(payments).where(eq(payments.intentId, intentId)).get()
        ?.orderId ?? null)

function recordFee(tx: DurableTx, orderId: number, id: string, feeCents: number, now: Instant) {
  if (feeCents === 0) return
  const kind = feeCents > 0 ? 'fee' : 'fee_returned'
  recordMoney(tx, orderById(tx, orderId), kind, Math.abs(feeCents), `${id}:fee`, now)
}

/** The provider may book a payment before we have noted its intent. */
function matchLate(tx: DurableTx, now: Instant) {
  const late = tx.all<{ id: number; providerId: string; feeCents: number; orderId: number }>(sql`
    select t.id, t.provider_id as providerId, t.fee_cents as feeCents, p.order_id as orderId
    from provider_transactions t inner join payments p on p.intent_id = t.intent_id
    where t.order_id is null and t.intent_id is not null`)
  for (const { id, providerId, feeCents, orderId } of late) {
    tx.update(providerTransactions).set({ orderId }).where(eq(providerTransactions.id, id)).run()
    recordFee(tx, orderId, providerId, feeCents, now)
  }
}

async function readPayouts(services: Services) {
  const { db, stripe } = services
  for await (const payouts of payoutsSince(stripe, newestPayout(db)))
    await durably(db, (tx) => {
      for (const payout of payouts) savePayout(tx, payout)
    })
  const unread = db.select().from(providerPayouts).where(sql`is_read = 0`).all()
  const failure = 'a payout could not be read'
  for (const payout of unread)
    await attempt(services, { failure, about: { payout: payout.id }, endsRound: isDown }, () =>
      readPayout(services, payout),
    )
}

/** A payout of the account that an earlier key belonged to is missing for good. */
const isDown = (error: unknown) => isProviderTrouble(error) && !isMissing(error)

async function readPayout(
  { db, stripe }: Services,
  { id: payoutId, providerId, isAutomatic }: typeof providerPayouts.$inferSelect,
) {
  if (isAutomatic)
    for await (const ids of entriesOfPayout(stripe, providerId))
      await durably(db, (tx) => {
        tx.update(providerTransactions)
          .set({ payoutId })
          .where(inArray(providerTransactions.providerId, ids))
          .run()
      })
  await durably(db, (tx) => {
    tx.update(providerPayouts).set({ isRead: true }).where(eq(providerPayouts.id, payoutId)).run()
  })
}

const newestPayout = (db: Db): Instant =>
  db.select({ at: sql<number>`coalesce(max(created_at), 0)` }).from(providerPayouts).get()?.at ?? 0

function savePayout(tx: DurableTx, { id: providerId, ...facts }: ProviderPayoutNews) {
  const { status, arrivalOn } = facts
  tx.insert(providerPayouts)
    .values({ ...facts, providerId })
    .onConflictDoUpdate({ target: providerPayouts.providerId, set: { status, arrivalOn } })
    .run()
}
